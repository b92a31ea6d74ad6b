// Checks JUnit XML by the schema of Jenkins. The readers of GitHub and GitLab follow it too.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { FORMATS } from '../../../src/examine/formats/formats.ts'
import { applyPolicy } from '../../../src/examine/policy.ts'
import type { RuleName } from '../../../src/ground/generated/names.ts'
import type { Finding } from '../../../src/ground/generated/report.ts'
import { bad, empty, good, hostile } from '../../support/reports.ts'

const schema = readFileSync(new URL('jenkins-junit.xsd', import.meta.url), 'utf8')

const check = async (xml: string) =>
  (await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema })).errors.map(({ message }) => message)

const exempt = ['valid-requests', 'no-blind-create-retry'].map((rule) => ({ rule: rule as RuleName, reason: 'mended in <May> & "June"' }))
const exempting = applyPolicy(bad, { exempt, minCoverage: 90 })

describe.each(Object.entries({ good, bad, empty, hostile, exempting }))('of %s', (_name, report) => {
  test('it keeps the schema, and its counts match its test cases', async () => {
    const xml = FORMATS.junit.render(report)
    expect(await check(xml)).toEqual([])
    const countOf = (tag: string) => xml.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0
    expect(xml).toContain(
      `<testsuite name="petstore-sandbox" tests="${countOf('testcase')}" failures="${countOf('failure')}" errors="0" skipped="${countOf('skipped')}"`,
    )
    expect(countOf('failure') > 0).toBe(report.verdict === 'failed')
  })
})

test('the schema refuses unknown elements', async () => {
  expect((await check(FORMATS.junit.render(good).replace('<testcase ', '<surprise/><testcase '))).join()).toContain('surprise')
})

test('the test case “verdict” fails with the verdict: for a broken rule, and for any other reason', () => {
  for (const [report, why] of [
    [bad, 'valid-requests · POST /v1/pets'],
    [empty, 'No call of a client has ended'],
    [exempting, 'Coverage is 66.6 %, but 90 % is required'],
    [applyPolicy(exempting, { failOn: 'advice', exempt }), 'Looks like retries before Retry-After is over'],
  ] as const)
    expect(FORMATS.junit.render(report)).toMatch(new RegExp(`name="verdict" time="0">\\s+<failure type="petstore-sandbox" message="${why}`))
  expect(FORMATS.junit.render(good)).toMatch(/name="verdict" time="0">\s+<system-out>/)
})

test('a request of a finding has its status and its note, as far as it has them', () => {
  const [first, ...findings] = bad.findings
  const of = { request: 'req_a_9', method: 'GET', target: '/v1/pets', at: '2026-11-21T10:00:00.000Z', world: 'w1' }
  const evidence = [
    { ...of, status: 400 },
    { ...of, status: 0, note: 'no reply' },
    { ...of, status: 429, note: 'during the wait' },
    { ...of, status: 0 },
  ]
  const xml = FORMATS.junit.render({ ...bad, findings: [{ ...(first as Finding), evidence }, ...findings] })
  expect(
    xml
      .match(/req_a_9 [^<\n]*/g)
      ?.slice(-4)
      .map((line) => line.replace(/^.*10:00:00.000/, '')),
  ).toEqual([': 400', ': no reply', ': 429, during the wait', ''])
})

test('special characters are escaped in XML', async () => {
  const xml = FORMATS.junit.render(exempting)
  expect(xml).toContain('<skipped>exempted: mended in &lt;May&gt; &amp; &quot;June&quot;</skipped>')
  expect(FORMATS.junit.render(hostile)).not.toContain(']]>')
})
