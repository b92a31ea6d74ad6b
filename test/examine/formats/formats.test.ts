// Each format of a good client, a bad client and no client. No text of a client may break a format.

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../spec/report.ts'
import { validateWith } from '../../../src/contract/schema.ts'
import { applyPolicy } from '../../../src/examine/apply-policy.ts'
import { FORMAT_NAMES, FORMATS, formatOfFile } from '../../../src/examine/formats/formats.ts'
import { renderFindings, renderText } from '../../../src/examine/formats/text.ts'
import { readPage } from '../../support/pages.ts'
import { ATTACK, bad, empty, finding, good, hostile } from '../../support/reports.ts'

describe('text', () => {
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
})

test('a long method and a long target are cut', () => {
  const shown = (method: string, target: string) => {
    const calls = bad.calls.slice(-1).map((call) => ({ ...call, method, target }))
    return renderText({ ...bad, calls }, { width: 999 })
      .split('\n')
      .find((line) => line.includes('was refused'))
      ?.trim()
  }
  expect(shown('M'.repeat(20), 't'.repeat(100))).toBe(`${'M'.repeat(20)} ${'t'.repeat(100)} was refused`)
  expect(shown('M'.repeat(21), 't'.repeat(101))).toBe(`${'M'.repeat(19)}… ${'t'.repeat(99)}… was refused`)
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

test.each([
  ['text', 24, '… and 1 more finding'],
  ['markdown', 20, 'The other formats have 1 more finding.'],
] as const)('%s shows %i findings, and counts the others', (format, max, rest) => {
  const withFindings = (number: number) =>
    FORMATS[format].render(
      applyPolicy({
        ...bad,
        rules: bad.rules.slice(0, 1).map((rule) => ({ ...rule, findings: Array.from({ length: number }, () => finding()) })),
      }),
    )
  expect(withFindings(max)).not.toMatch(/^(?:… and|The other formats have) \d+ more finding/m)
  expect(withFindings(max + 1)).toContain(`\n${rest}\n`)
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
    const findFaults = await validateWith(() => JSON.parse(readPage('spec/report.schema.json')))
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

test('all formats of these reports stand in shown.txt', async () => {
  const [rule, call] = [bad.rules[0], bad.calls[0]] as const
  if (!rule || !call) throw new Error('the bad client has no rule or call')
  const few = [finding({ in: 'query', place: 'limit', operation: 'listPets' }), finding({ world: 'default', evidence: [], count: 1 })]
  const many = Array.from({ length: 30 }, (_, at) =>
    finding({ level: at % 2 ? 'advice' : 'fail', confidence: at % 3 ? 'certain' : 'likely', ...(at > 2 && { evidence: [] }) }),
  )
  const large = applyPolicy(
    {
      ...bad,
      worlds: Array.from({ length: 12 }, (_, at) => `w${at}`),
      balance: [...bad.balance, { items: 'pets', world: 'w2', told: 1, untold: 0, duplicates: 2, gone: 3 }],
      rules: [
        { ...rule, findings: few },
        { ...rule, rule: 'many', findings: many },
        { ...rule, rule: 'new', since: '2027-01' },
        { ...rule, rule: 'gone', findings: [finding()] },
        { ...rule, rule: 'kept', verdict: 'clear', hint: 'Nothing against it in 120 calls.', findings: [] },
      ],
      calls: Array.from({ length: 12 }, (_, at) => ({ ...call, ...(at > 9 && { announced: true as const }) })),
      callsLeftOut: 5,
    },
    { minCoverage: 90, exempt: [{ rule: 'gone', reason: 'a worker waits' }] },
  )
  const gone: Report = { ...empty, verdict: 'not-judged', reasons: ['The world was let go'] }
  const ignoring = applyPolicy(bad, { ignore: { 'honours-retry-after': 'mended in May', 'gives-up': 'is known' } })
  const shown = Object.entries({ good, bad, ignoring, empty, gone, large }).flatMap(([name, report]) =>
    [...FORMAT_NAMES.filter((format) => format !== 'json'), 'findings' as const].map((format) => {
      const text = format === 'findings' ? renderFindings(report) : FORMATS[format].render(report, { width: 60, colour: name === 'bad' })
      return `===== ${name}, ${format}\n${text.replaceAll('\u001b', '^')}`
    }),
  )
  await expect(shown.join('\n')).toMatchFileSnapshot('shown.txt')
})
