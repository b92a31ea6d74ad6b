// Each format of a good client, a bad client and no client. No text of a client may break a format.

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { validateWith } from '../../../src/contract/schema.ts'
import { listFacts } from '../../../src/examine/formats/describe.ts'
import { FORMAT_NAMES, FORMATS, formatOfFile } from '../../../src/examine/formats/formats.ts'
import { renderFindings, renderText } from '../../../src/examine/formats/text.ts'
import { applyPolicy } from '../../../src/examine/policy.ts'
import { readPage } from '../../support/pages.ts'
import { ATTACK, bad, empty, finding, good, hostile, PATTERN } from '../../support/reports.ts'

describe('text', () => {
  test.each([bad, good, empty])('colours change no letter, and without them there is no escape', (report) => {
    const coloured = renderText(report, { colour: true })
    expect(stripVTControlCharacters(coloured)).toBe(renderText(report))
    expect(coloured).toContain('\u001b[')
    expect(renderText(report)).not.toContain('\u001b')
    // A narrow terminal wraps the longest title too.
    expect(stripVTControlCharacters(renderText(report, { colour: true, width: 40 }))).toBe(renderText(report, { width: 40 }))
  })

  test.each([60, 80, 100])('no line is wider than %i columns, unless it is a command or a single word', (width) => {
    // A command is copied, so it is not wrapped.
    const lines = renderText(bad, { width })
      .split('\n')
      .filter((line) => !/^ {2}(to prove|replay) /.test(line))
    expect(lines.filter((line) => line.length > width && /\S\s+\S/.test(line.replace(/^│? */, '')))).toEqual([])
    // It uses the width that it has.
    expect(lines.some((line) => line.length > width - 20)).toBe(true)
  })
})

test('a long method and a long target are cut', () => {
  const shown = (method: string, target: string) => {
    const calls = bad.facts.calls.slice(-1).map(({ tries, ...call }) => ({ ...call, method, target, tries: tries.slice(0, 1) }))
    return listFacts({ ...bad, facts: { ...bad.facts, calls } })[0]?.rows
  }
  expect(shown('M'.repeat(20), 't'.repeat(100))).toEqual([[`${'M'.repeat(20)} ${'t'.repeat(100)}`, 'no reply']])
  expect(shown('M'.repeat(21), 't'.repeat(101))).toEqual([[`${'M'.repeat(19)}… ${'t'.repeat(99)}…`, 'no reply']])
})

test('markdown escapes only the characters that Markdown reads as markup', () => {
  const text = FORMATS.markdown.render(bad)
  expect(text).toContain(' · coverage 66.6 %, 2 of 3 responses  \n')
  expect(text).not.toMatch(/\\[:{}&#]|\w\\_\w/)
  for (const [message = '', shown] of [
    ['invalid_body: a & b', 'invalid_body: a & b'],
    ['_a_ __b__ *c*', '\\_a\\_ \\_\\_b\\_\\_ \\*c\\*'],
    ['https://example.org &lt; # $x$', 'https\\://example.org \\&lt; # \\$x\\$'],
    ['# no heading', '# no heading'],
  ]) {
    expect(FORMATS.markdown.render(applyPolicy({ ...bad, findings: [finding({ observed: message })] }))).toContain(
      `<br>observed: ${shown}<br>`,
    )
  }
})

test('the verdict of another contract has the title of that contract', () => {
  const books = { ...good, judgedBy: { ...good.judgedBy, contract: { ...good.judgedBy.contract, title: 'Books' } } }
  expect(FORMATS.markdown.render(books)).toMatch(/^## ✅ Books client: passed\n/)
  expect(FORMATS.github.render(books)).toMatch(/^::notice title=Books client%3A passed::/)
})

test.each([
  ['text', 24, '… and 1 more finding'],
  ['markdown', 20, 'The other formats have 1 more finding.'],
] as const)('%s shows %i findings, and counts the others', (format, max, rest) => {
  const withFindings = (number: number) =>
    FORMATS[format].render(applyPolicy({ ...bad, findings: Array.from({ length: number }, () => finding()) }))
  expect(withFindings(max)).not.toMatch(/^(?:… and|The other formats have) \d+ more finding/m)
  expect(withFindings(max + 1)).toContain(`\n${rest}\n`)
})

test('text, Markdown and annotations stay short when a client does everything wrong', () => {
  const [one] = finding().evidence
  const worst = applyPolicy({ ...bad, findings: Array.from({ length: 1000 }, () => finding({ evidence: Array(20).fill(one) })) })
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

test.each(
  Object.entries({ good, bad, empty, hostile, exempting: applyPolicy(bad, { exempt: [{ rule: 'valid-requests', reason: 'known' }] }) }),
)('JSON of %s keeps the published schema', async (_name, report) => {
  const findFaults = await validateWith(() => JSON.parse(readPage('spec/report.schema.json')))
  expect(findFaults(JSON.parse(FORMATS.json.render(report)))).toEqual([])
})

describe('a client that attacks the readers of the report', () => {
  test.each(FORMAT_NAMES)('cannot put an invisible character or an extra line into %s', (name) => {
    const text = FORMATS[name].render(hostile)
    expect(text).toContain('forged')
    expect(text.replaceAll('\n', '').replaceAll('@\u200b', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uffff]/u)
    for (const line of text.split('\n')) {
      if (name === 'github')
        expect(line).toMatch(/^$|^::(error|warning) title=(Pet Store|valid-requests|no-blind-create-retry|Looks like)[^:,]*::[^\r\n]*$/)
      // A GitHub runner obeys a line with such a beginning.
      else expect(line.trimStart()).not.toMatch(/^::|##\[/)
    }
  })

  test.each(['text', 'markdown', 'junit', 'json'] as const)('cannot make a command for GitHub’s runner where %s breaks a line', (name) => {
    const observed = Array(40).fill('::warning::x').join(' ')
    const report = applyPolicy({ ...bad, findings: [finding({ observed })] })
    expect(FORMATS[name].render(report)).not.toMatch(/^\s*::/m)
  })

  test('keeps its percent signs in an annotation', () => {
    const [, line = ''] = FORMATS.github.render(applyPolicy({ ...bad, findings: [finding({ expected: '100%0A %25, a:b' })] })).split('\n')
    const [, message = ''] = /^::error title=[^:]*::(.*)$/.exec(line) ?? []
    // A runner decodes the percent sign last.
    expect(message.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')).toMatch(
      /^expected: 100%0A %25, a:b\nobserved: name is missing, .*\nfix: Correct/,
    )
  })

  test('has all its texts unchanged in JSON', () => {
    expect(JSON.parse(FORMATS.json.render(hostile))).toEqual(JSON.parse(JSON.stringify(hostile)))
    expect(JSON.parse(FORMATS.json.render(hostile)).findings[0].observed).toContain(ATTACK.slice(0, 60))
    expect(FORMATS.json.render(hostile)).not.toMatch(/^\s*::/m)
  })

  test('gets no markup, cell, link or mention into Markdown', () => {
    const text = FORMATS.markdown.render(hostile)
    const rows = text.split('\n').filter((line) => line.startsWith('|'))
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row.match(/(?<!\\)(\\\\)*\|/g)).toHaveLength(4)
    const unescaped = text.replaceAll(/\\[\\`*_{}[\]<>|~&#:$.]/g, '').replaceAll(/`[\w-]+`/g, '')
    expect(unescaped.replaceAll(/<\/?(br|details|summary|sub)>/g, '')).not.toMatch(/[<>`[\]~]|\]\(|https?:\/\/|www\.|@\w/)
    expect(text.match(/<details>/g)).toHaveLength(1)
    expect(text.match(/<\/details>/g)).toHaveLength(1)
  })
})

test('the formats of these reports stand in shown.txt', async () => {
  const [call] = bad.facts.calls
  if (!call) throw new Error('the bad client has no call')
  const large = applyPolicy(
    {
      ...bad,
      balance: [...bad.balance, { items: 'pets', world: 'w2', told: 1, untold: 0 }],
      findings: [finding(), finding({ rule: 'known-fields', evidence: [] }), PATTERN],
      facts: {
        ...bad.facts,
        worlds: Array.from({ length: 12 }, (_, at) => `w${at}`),
        calls: Array.from({ length: 13 }, (_, at) => ({
          ...call,
          target: `/v1/pets?limit=${at || 1}`,
          ...(at > 9 && { announced: true as const }),
        })),
      },
    },
    {
      minCoverage: 90,
      failOn: 'advice',
      exempt: [
        { rule: 'gives-up', reason: 'a worker waits', until: '2026-01-01' },
        { rule: 'valid-requests', reason: 'mended in May' },
      ],
    },
  )
  const facts = { seconds: 1, reference: { seconds: 1, calls: 2 }, leftOut: [], unstable: ['listPets#2'] }
  const runs = [
    ['listPets#1', 'slow'],
    ['createPet#1', 'reset'],
    ['createPet#1', 'slow'],
  ].map(([call, fault]) => ({ call, fault, outcome: 'ok' }))
  const shaky = applyPolicy({ ...good, campaign: facts, runs: runs as never })
  const shown = [
    ...FORMAT_NAMES.filter((name) => name !== 'json').map((name) => ['bad', bad, name] as const),
    ...Object.entries({ good, empty, large, shaky }).map(([name, report]) => [name, report, 'text'] as const),
  ].map(([name, report, format]) => {
    const text = FORMATS[format].render(report, { width: 100, colour: name === 'good' })
    return `===== ${name}, ${format}\n${text.replaceAll('\u001b', '^')}`
  })
  await expect([...shown, `===== findings of bad\n${renderFindings(bad)}`].join('\n')).toMatchFileSnapshot('shown.txt')
})
