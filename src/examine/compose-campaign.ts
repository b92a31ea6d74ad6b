// The report of a campaign: the report on the run without a fault, but the experiments replace its patterns.

import { defined } from '../ground/defined.ts'
import type { Finding, Report, Run as RunReport } from '../ground/generated/report.ts'
import { listSome } from '../ground/words.ts'
import { UNMET } from './controls.ts'
import { MAX_SHOWN_TRIES, verdictOf } from './formats/describe.ts'
import { reportLies } from './lies.ts'
import { leaveOut, MAX_NAMES, type Plan, type PlannedRun, replayWith, WHOLE_RUN } from './plan.ts'
import { applyPolicy, INTERRUPTED } from './policy.ts'
import { endingOf, evidenceOf, identify } from './record/fact.ts'
import type { Call } from './reference.ts'
import { MAX_EVIDENCE } from './rules/judge-rules.ts'
import { rules } from './rules/table.ts'
import type { Examined } from './suspicions.ts'
import { type Campaign, gapBetween } from './trial.ts'

/** Undefined when no run made the call again. A run that was not tried is missing. */
type Tried = ReadonlyMap<PlannedRun, Examined | undefined>

const round = (seconds: number) => Math.round(seconds * 100) / 100

export function composeCampaign(campaign: Campaign, plan: Plan, tried: Tried): Report {
  const { reference, options, usual, started } = campaign
  // Runs end in any order. The report has the order of the calls.
  const positionOf = ({ place }: PlannedRun) => (place === undefined ? reference.places.length : reference.places.indexOf(place))
  const ordered = plan.runs.toSorted((one, other) => positionOf(one) - positionOf(other))
  const all = ordered.flatMap((planned) => tried.get(planned) ?? [])
  const untried = plan.runs.filter((planned) => !tried.has(planned))
  const unmet = plan.runs.filter((planned) => tried.has(planned) && tried.get(planned) === undefined)
  const isLie = ({ planned }: Examined) => planned.fault.group === 'lies'
  const examined = all.filter((one) => !isLie(one))
  const base = usual[0]?.report as Report
  const findings = [...base.findings.filter(({ from }) => from === 'fact'), ...findIn(examined, campaign)]
  const report = {
    ...base,
    findings,
    // A finding decides first, then the facts of whole runs with a fault, then the run without one.
    rules: base.rules.map((rule) => {
      const own = findings.filter((finding) => finding.rule === rule.rule)
      const isShown = all.some((run) => run.report?.rules.some((one) => one.rule === rule.rule && one.verdict === 'shown'))
      return { ...rule, verdict: verdictOf(own, isShown ? 'shown' : rule.verdict) }
    }),
    runs: examined.map((one) => reportRun(one, campaign)),
    lies: reportLies(all.filter(isLie), options.command),
    campaign: {
      seconds: round((performance.now() - started) / 1000),
      reference: {
        seconds: round(Math.max(...usual.map((run) => run.seconds))),
        calls: usual[0]?.exchanges.length ?? 0,
      },
      leftOut: [...leaveOut(untried, INTERRUPTED), ...leaveOut(unmet, UNMET), ...plan.leftOut],
      unstable: reference.places.filter(({ isUnstable }) => isUnstable).map(({ call }) => call),
    },
  }
  return applyPolicy(report, options.policy)
}

function reportRun(examined: Examined, campaign: Campaign): RunReport {
  const { planned, outcome, level, rule, observed, control, exitCode, seconds } = examined
  const { call, fault, place } = planned
  return defined({
    call,
    fault: fault.name,
    group: fault.group as RunReport['group'],
    outcome,
    level,
    rule,
    case: place?.testCase,
    target: place ? `${place.exchange.request.method} ${place.exchange.request.path}` : '*',
    exitCode,
    seconds: round(seconds),
    tries: listTries(examined),
    observed,
    control,
    replay: replayOf(examined, campaign),
  })
}

const listTries = ({ equalCalls: own }: Examined): RunReport['tries'] =>
  (own?.calls ?? []).slice(0, MAX_SHOWN_TRIES).map((call, at, all) => {
    const before = all[at - 1]
    return { ...(before && { gap: Math.round(gapBetween(before, call)) / 1000 }), status: endingOf(call.exchange).status }
  })

function replayOf({ planned, killedBy }: Examined, { options, limits }: Campaign): string {
  const { delay } = planned.fault
  const slow = delay === undefined ? '' : `--slow ${delay} `
  const timeout = killedBy === 'time-out' ? `--timeout ${Math.ceil(limits.seconds ?? 0)} ` : ''
  return replayWith(planned, options.command, slow + timeout)
}

/** The same outcome at calls of one method has one cause. */
function findIn(examined: readonly Examined[], campaign: Campaign): Finding[] {
  const whereOf = ({ outcome, planned: { call, fault, place } }: Examined) =>
    place === undefined ? fault.name : outcome === 'twice' ? call : place.exchange.request.method
  // Only runs of which the same sentences are true share a finding.
  const sentenceOf = ({ planned, observed, control, unless }: Examined) =>
    [observed.replaceAll(planned.call, '').replaceAll(/\d+(\.\d+)?( m?s\b)?/g, '#'), control, unless].join('\n')
  const found = examined.filter(({ level }) => level !== 'pass')
  const groups = Map.groupBy(found, (one) => [one.level, one.rule, one.looksLike, whereOf(one), sentenceOf(one)].join('\n'))
  return [...groups.values()].map((group) => createFinding(group, campaign))
}

function createFinding(group: readonly Examined[], campaign: Campaign): Finding {
  const [first, ...others] = group as readonly [Examined, ...Examined[]]
  const { planned, level, looksLike, expected = '', observed, unless, control, suspects, faulted, outcome, rule = outcome } = first
  const { call, fault, place } = planned
  const also = others.map(({ planned: other }) => `${other.call === call ? '' : `${other.call} × `}${other.fault.name}`)
  const calls = suspects?.calls ?? (faulted ? [faulted] : [])
  const isProof = level === 'fail'
  return defined({
    rule,
    from: isProof ? 'proof' : 'pattern',
    level: isProof ? 'fail' : 'advice',
    title: isProof ? rule : `Looks like ${looksLike}`,
    where: `${call === WHOLE_RUN ? '' : `${call} × `}${fault.name}${also.length === 0 ? '' : ` (also ${listSome(also, MAX_NAMES)})`}`,
    expected,
    observed,
    unless,
    control: isProof ? control : undefined,
    fix: first.fix ?? rules.find(({ name }) => name === rule)?.asks,
    replay: replayOf(first, campaign),
    count: group.length,
    evidence: calls.slice(0, MAX_EVIDENCE).map(describeCall),
    operation: place?.operation,
  })
}

const describeCall = ({ exchange }: Call) => evidenceOf({ ...exchange, ...endingOf(exchange), ...identify(exchange, '') })
