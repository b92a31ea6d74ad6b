// Each format of a good client, a bad client and no client. No text of a client may break a format.

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Schema, validateWith } from '../../../src/contract/schema.ts'
import { FORMAT_NAMES, FORMATS, formatOfFile } from '../../../src/report/formats/formats.ts'
import { renderFindings, renderText } from '../../../src/report/formats/text.ts'
import { applyPolicy } from '../../../src/report/policy.ts'
import { readPage } from '../../support/pages.ts'
import { ATTACK, bad, empty, finding, good, hostile } from '../../support/reports.ts'

describe('text', () => {
  test('of a good client it is short: a box, a line for each fact, and no finding', () => {
    expect(renderText(good)).toBe(`\
┌─ PASSED ──────────────────────────────────────────────────────────────────────────────────────────
│ Shown 3 · not exercised 2
│ Pets: 9 created, 1 untold (created, but the client got no whole reply), 0 duplicates
│ 120 calls in 2 worlds · rule set 2026-11 · coverage 66.6 %, 33.3 % naturally
│ To keep these rules after an upgrade, write rules: 2026-11 into petstore-report.yaml
└───────────────────────────────────────────────────────────────────────────────────────────────────

Calls that failed: 1; 1 of them succeeded later. The JSON format lists them.

The client waited: 5.09 s (Retry-After 5.09 s, once)

Shown: honours-retry-after, valid-requests, recovers

Not exercised:
  gives-up   Name tests with Sandbox-Case.
  backs-off  Name tests with Sandbox-Case.

Coverage: 66.6 %, 2 of 3 responses; 33.3 % naturally

How to get the missing responses:
  Sandbox-Scenario: unauthorized  listPets 401

Assumptions behind replies that the client got: paging

Judged by: petstore-sandbox 0.1.0, Pet Store 1.0.0 (sha256
abababababababababababababababababababababababababababababababab), seed 1,
2026-11-21T10:00:00.000Z to 2026-11-21T10:05:00.000Z; worlds default, w1.
`)
  })

  test('of a bad client it has the reasons, the findings with evidence and advice, and the timelines', () => {
    const text = renderText(bad)
    expect(text).toMatch(/^┌─ FAILED ─+$/m)
    expect(text).toContain(`\
FAIL    honours-retry-after · POST /v1/pets · "creates a pet" · 3 times · world w1
  expected  back 5 s after the 429
  observed  back after 0.8 s
  sign      calls=1;id=7f: this run makes the call once
  unless    sleep is mocked: leave out calls=1
  fix       Wait as long as Retry-After says.
  requests  req_a_1 POST /v1/pets 10:00:00.000: 429, asked for 5 s
            req_a_2 POST /v1/pets 10:00:00.000: 201, back after 0.8 s of 5 s
`)
    expect(text).toContain(`\
ADVICE  Looks like a call that was not tried again.
  rule      recovers · POST /v1/pets · 3 times · world w1
`)
    expect(text).toContain(`\
  POST /v1/pets failed 5 times (case "creates a pet", world w1)
      at first      429 rate-limit;window=minute  asked to wait 5 s
      …             3 more calls
      5.09 s later  201 handler
  GET /v1/pets was refused
      at first  no reply scenario;name=hang;step=1  the client gave up after 3 s
`)
    expect(text).toContain('  world w1  flaky\n')
  })

  test('without a client it says what to check, and nothing about rules', () => {
    const text = renderText(empty)
    expect(text.replaceAll(/\n│ +/g, ' ')).toContain('check the base URL of the client')
    expect(text).not.toContain('Not exercised:')
    expect(text).not.toContain('How to get')
  })

  test('names ignored rules with their reasons and findings', () => {
    const text = renderText(applyPolicy(bad, { ignore: { 'honours-retry-after': 'mended in May', 'gives-up': 'is known' } }))
    expect(text).toContain(`\
Ignored:
  honours-retry-after  mended in May (2 findings)
  gives-up             is known (nothing was found)
`)
    expect(text).not.toContain('FAIL ')
  })

  test.each([bad, good, empty])('colours change no letter, and without them there is no escape', (report) => {
    const coloured = renderText(report, { colour: true })
    expect(stripVTControlCharacters(coloured)).toBe(renderText(report))
    expect(coloured).toContain('\u001b[')
    expect(renderText(report)).not.toContain('\u001b')
  })

  test.each([60, 80, 100])('no line is wider than %i columns, unless a single word is wider', (width) => {
    const lines = renderText(bad, { width }).split('\n')
    expect(lines.filter((line) => line.length > width && /\S\s+\S/.test(line.replace(/^│? */, '')))).toEqual([])
    // It uses the width that it has.
    expect(lines.some((line) => line.length > width - 20)).toBe(true)
  })

  test('the message of an assertion has only the reasons and the findings', () => {
    expect(renderFindings(bad)).toMatch(/^- honours-retry-after is broken in createPet: .*; 1 more finding\n\nFAIL {4}honours-retry-after/)
    expect(renderFindings(good)).toBe('')
  })
})

test('markdown of a bad client has a row for each finding, and folds the facts', () => {
  const text = FORMATS.markdown.render(bad)
  expect(text).toMatch(/^## ❌ Pet Store client: failed\n/)
  expect(text.match(/^\| (❌|💡) \| `[\w-]+` \|/gm)).toHaveLength(3)
  expect(text).toContain(
    'expected: back 5 s after the 429<br>observed: back after 0.8 s<br>sign: calls=1;id=7f: this run makes the call once<br>',
  )
  expect(text.length).toBeLessThan(4000)
  expect(FORMATS.markdown.render(good)).toMatch(/^## ✅ Pet Store client: passed\n/)
})

test('markdown escapes only the characters that Markdown reads as markup', () => {
  const text = FORMATS.markdown.render(bad)
  expect(text).toContain('- Coverage: 66.6 %, 2 of 3 responses; 33.3 % naturally\n')
  expect(text).not.toMatch(/\\[:{}&#]|\w\\_\w/)
  for (const [message = '', shown] of [
    ['invalid_body: a & b', 'invalid_body: a & b'],
    ['_a_ __b__ *c*', '\\_a\\_ \\_\\_b\\_\\_ \\*c\\*'],
    ['https://example.org &lt; # $x$', 'https\\://example.org \\&lt; # \\$x\\$'],
    ['# no heading', '# no heading'],
  ]) {
    const rules = bad.rules.map((rule) => ({ ...rule, findings: [finding({ observed: message })] }))
    expect(FORMATS.markdown.render(applyPolicy({ ...bad, rules }))).toContain(`<br>observed: ${shown}<br>`)
  }
})

test('the verdict of another contract has the title of that contract', () => {
  const books = { ...good, judgedBy: { ...good.judgedBy, contract: { ...good.judgedBy.contract, title: 'Books' } } }
  expect(FORMATS.markdown.render(books)).toMatch(/^## ✅ Books client: passed\n/)
  expect(FORMATS.github.render(books)).toMatch(/^::notice title=Books client%3A passed::/)
})

test('annotations begin with the verdict, then come errors, then warnings', () => {
  expect(FORMATS.github.render(bad).split('\n')).toEqual([
    expect.stringMatching(/^::error title=Pet Store client%3A failed::honours-retry-after is broken/),
    expect.stringMatching(
      /^::error title=honours-retry-after%3A POST \/v1\/pets · "creates a pet" · 3 times.*::The client came back .*%0AWait as long/,
    ),
    expect.stringMatching(/^::error title=honours-retry-after%3A POST/),
    expect.stringMatching(/^::warning title=recovers/),
    '',
  ])
  expect(FORMATS.github.render(good)).toMatch(/^::notice title=Pet Store client%3A passed::Shown 3 .*\n$/)
})

test('text, Markdown and annotations stay short when a client does everything wrong', () => {
  const rules = bad.rules.map((rule) => ({
    ...rule,
    findings: Array.from({ length: 200 }, () => finding({ requests: Array(20).fill('req_1') })),
  }))
  const worst = applyPolicy({ ...bad, rules })
  expect(FORMATS.markdown.render(worst).length).toBeLessThan(20_000)
  expect(FORMATS.markdown.render(worst)).toContain(' |\n\nThe other formats have 980 more findings.\n')
  expect(FORMATS.text.render(worst).split('\n').length).toBeLessThan(300)
  expect(FORMATS.text.render(worst)).toContain('\n… and 976 more findings\n')
  expect(FORMATS.github.render(worst).split('\n').length).toBeLessThan(60)
})

test.each([
  ['report.xml', 'junit'],
  ['/tmp/REPORT.JSON', 'json'],
  ['summary.md', 'markdown'],
  ['a.b.txt', 'text'],
  ['report', undefined],
  ['report.html', undefined],
])('the ending of %s means %s', (file, format) => {
  expect(formatOfFile(file)).toBe(format)
})

test.each(Object.entries({ good, bad, empty, hostile, ignoring: applyPolicy(bad, { ignore: { recovers: 'known' } }) }))(
  'JSON of %s keeps the published schema',
  async (_name, report) => {
    const findFaults = await validateWith(() => JSON.parse(readPage('spec/report.schema.json')) as Schema)
    expect(findFaults(JSON.parse(FORMATS.json.render(report)))).toEqual([])
  },
)

describe('a client that attacks the readers of the report', () => {
  test.each(FORMAT_NAMES)('cannot put an invisible character or an extra line into %s', (name) => {
    const text = FORMATS[name].render(hostile)
    expect(text).toContain('forged')
    expect(text.replaceAll('\n', '').replaceAll('@\u200b', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uffff]/u)
    for (const line of text.split('\n')) {
      if (name === 'github') expect(line).toMatch(/^$|^::(error|warning) title=(Pet Store|honours-retry-after|recovers)[^:,]*::[^\r\n]*$/)
      // A GitHub runner obeys a line with such a beginning.
      else expect(line.trimStart()).not.toMatch(/^::|##\[/)
    }
  })

  test.each(['text', 'markdown', 'junit', 'json'] as const)('cannot make a command for GitHub’s runner where %s breaks a line', (name) => {
    const message = Array(40).fill('::warning::x').join(' ')
    const report = applyPolicy({ ...bad, rules: bad.rules.map((rule) => ({ ...rule, findings: [finding({ message })] })) })
    expect(FORMATS[name].render(report)).not.toMatch(/^\s*::/m)
  })

  test('keeps its percent signs in an annotation', () => {
    const report = applyPolicy({
      ...bad,
      rules: bad.rules.map((rule) => ({ ...rule, findings: [finding({ message: '100%0A %25, a:b' })] })),
    })
    const [, line = ''] = FORMATS.github.render(report).split('\n')
    const [, message = ''] = /^::error title=[^:]*::(.*)$/.exec(line) ?? []
    // A runner decodes the percent sign last.
    expect(message.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')).toMatch(
      /^100%0A %25, a:b\nUnless sleep is mocked: leave out calls=1\nWait/,
    )
  })

  test('has all its texts unchanged in JSON', () => {
    expect(JSON.parse(FORMATS.json.render(hostile))).toEqual(JSON.parse(JSON.stringify(hostile)))
    expect(JSON.parse(FORMATS.json.render(hostile)).rules[0].findings[0].message).toContain(ATTACK.slice(0, 60))
    expect(FORMATS.json.render(hostile)).not.toMatch(/^\s*::/m)
  })

  test('gets no markup, cell, link or mention into Markdown', () => {
    const text = FORMATS.markdown.render(hostile)
    const rows = text.split('\n').filter((line) => line.startsWith('|'))
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row.match(/(?<!\\)(\\\\)*\|/g)).toHaveLength(6)
    const unescaped = text.replaceAll(/\\[\\`*_{}[\]<>|~&#:$.]/g, '').replaceAll(/`[\w-]+`/g, '')
    expect(unescaped.replaceAll(/<\/?(br|details|summary|sub)>/g, '')).not.toMatch(/[<>`[\]~]|\]\(|https?:\/\/|www\.|@\w/)
    expect(text.match(/<details>/g)).toHaveLength(1)
    expect(text.match(/<\/details>/g)).toHaveLength(1)
  })
})
