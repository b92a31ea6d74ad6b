// Makes the report of a campaign: the report on the run without a fault, with its patterns replaced by what the experiments showed.

import type { Policy } from '../ground/generated/policy.ts'
import type { Evidence, Finding, Report, RuleReport, Run as RunReport } from '../ground/generated/report.ts'
import { listSome } from '../ground/numbers.ts'
import { quote } from '../ground/shell.ts'
import { headerOf } from '../record/exchange.ts'
import type { Campaign } from './controls.ts'
import { listTries, statusOf } from './describe.ts'
import type { Examined } from './experiment.ts'
import { DEFAULT_SLOW } from './faults.ts'
import { INTERRUPTED, MAX_NAMES, nameOf, type Plan, type PlannedRun, WHOLE_RUN } from './plan.ts'
import type { Call } from './reference.ts'
import type { Run } from './run-suite.ts'
import { shows } from './shown.ts'
import { reportLies } from './tell-lies.ts'
import { applyPolicy } from './verdict.ts'

/** What came of each planned run; undefined when its call was not met. A run that was not carried out is missing. */
export interface Results {
  readonly runs: ReadonlyMap<PlannedRun, Examined | undefined>
  /** Runs that were not needed, and why. */
  readonly spared: ReadonlyMap<PlannedRun, string>
  /** The runs in which the client came back, and not the suite. */
  readonly confirmed: ReadonlySet<Examined>
}

/** A run of the report, with what its finding needs. */
interface Told {
  readonly run: RunReport
  readonly examined: Examined
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

export function composeCampaign(campaign: Campaign, plan: Plan, results: Results, seconds: number, policy: Policy = {}): Report {
  const { reference, suite, runs } = campaign
  const deeper = [...results.runs.keys()].filter(({ isTwice }) => isTwice)
  const told = [...new Set([...plan.runs, ...deeper])].flatMap((planned): Told[] => {
    const examined = results.runs.get(planned)
    return examined === undefined || planned.fault.lie ? [] : [{ examined, run: reportRun(planned, examined, campaign) }]
  })
  const base = runs[0]?.report as Report
  const leave = (all: readonly PlannedRun[], reason: string) => all.map(({ call, fault }) => ({ call, fault: fault.name, reason }))
  const isDone = (planned: PlannedRun) => results.runs.has(planned) || results.spared.has(planned)
  const unmet = plan.runs.filter((planned) => results.runs.has(planned) && results.runs.get(planned) === undefined)
  // Runs end in any order. The report has the order of the plan.
  const trials = plan.runs.flatMap((planned) => results.runs.get(planned)?.trial ?? [])
  const undone = plan.runs.filter((planned) => !isDone(planned))
  const findings = [...base.findings.filter(({ from }) => from === 'fact'), ...findIn(told)]
  return applyPolicy(
    {
      ...base,
      findings: findings.sort((one, other) => Number(other.level === 'fail') - Number(one.level === 'fail')),
      rules: base.rules.map((rule) => showRule(rule, findings, told, results.confirmed)),
      runs: told.map(({ run }) => run),
      lies: reportLies(trials, suite.command),
      campaign: {
        seconds: round(seconds),
        reference: {
          seconds: round(Math.max(...runs.map((run) => run.seconds))),
          calls: runs[0]?.exchanges.length ?? 0,
          operations: [...new Set(reference.places.map(({ operation }) => operation))],
        },
        leftOut: [
          ...[...results.spared].flatMap(([planned, reason]) => leave([planned], reason)),
          ...leave(unmet, 'its call did not come again in three runs'),
          ...leave(undone, INTERRUPTED),
          ...plan.leftOut,
        ],
        unstable: reference.places.filter(({ isUnstable }) => isUnstable).map(({ call }) => call),
        isInterrupted: suite.signal.aborted,
      },
    },
    policy,
  )
}

function reportRun(planned: PlannedRun, examined: Examined, campaign: Campaign): RunReport {
  const { call, fault, place } = planned
  const { trial, outcome, suspicion, decision } = examined
  const { run, faulted } = trial
  const rule = suspicion?.rule ?? outcome.rule?.(trial)
  return {
    ...{ call, fault: fault.name, group: fault.group as RunReport['group'], outcome: outcome.name, level: levelOf(examined) },
    ...(levelOf(examined) !== 'pass' && { from: decision?.from ?? ('pattern' as const) }),
    ...(rule !== undefined && { rule }),
    world: place?.world ?? '*',
    ...(place?.testCase !== undefined && { case: place.testCase }),
    target: place ? `${place.exchange.request.method} ${place.exchange.request.path}` : '*',
    exitCode: run.exitCode,
    carriedOut: place !== undefined && faulted?.exchange.carriedOut === true,
    seconds: round(run.seconds),
    tries: listTries(trial),
    observed: suspicion?.observed ?? outcome.tells(trial),
    ...(decision?.control !== undefined && { control: decision.control }),
    replay: replayOf(planned, run, campaign),
  }
}

const levelOf = ({ outcome, decision }: Examined) => (decision?.from === 'proof' ? 'fail' : outcome.level)

function replayOf({ call, fault: { name, scenario } }: PlannedRun, { killedBy }: Run, { suite, limits }: Campaign): string {
  const delay = name === 'slow' ? scenario?.parameters?.delay : DEFAULT_SLOW
  const options = [
    `--inject '${nameOf({ call, fault: name })}'`,
    ...(delay === DEFAULT_SLOW ? [] : [`--slow ${delay}`]),
    ...(killedBy === 'time-out' ? [`--timeout ${Math.ceil(limits.seconds ?? 0)}`] : []),
  ]
  return `petstore-sandbox exec ${options.join(' ')} -- ${suite.command.map(quote).join(' ')}`
}

/** A finding decides first, then what a run has shown, then what watching the run without a fault says. */
function showRule(rule: RuleReport, findings: readonly Finding[], told: readonly Told[], confirmed: Results['confirmed']): RuleReport {
  const own = findings.filter((finding) => finding.rule === rule.rule)
  if (own.some(({ level }) => level === 'fail')) return { ...rule, verdict: 'broken' }
  if (own.length > 0) return { ...rule, verdict: 'advised' }
  const isShown = told.some(({ run, examined }) => run.level === 'pass' && shows(rule.rule, examined, confirmed))
  return isShown ? { ...rule, verdict: 'shown' } : rule
}

/** Runs with the same outcome at calls of the same method have the same cause. */
function findIn(told: readonly Told[]): Finding[] {
  const methodOf = ({ target = '' }: RunReport) => target.split(' ', 1)[0]
  const whereOf = (run: RunReport) => (run.call === WHOLE_RUN ? run.fault : run.outcome === 'twice' ? run.call : methodOf(run))
  const shown = told.filter(({ run }) => run.level !== 'pass')
  // Only runs of which the same sentences are true share a finding.
  const sentenceOf = ({ run, examined: { decision } }: Told) =>
    [run.observed.replaceAll(run.call, ''), run.control, decision?.from === 'pattern' && decision.unless]
      .join('\n')
      .replaceAll(/\d+(\.\d+)?( m?s\b)?/g, '#')
  const groups = Map.groupBy(shown, (one) =>
    JSON.stringify([one.run.level, one.run.outcome, one.run.rule, whereOf(one.run), sentenceOf(one)]),
  )
  return [...groups.values()].map((group) => createFinding(group))
}

function createFinding(group: readonly Told[]): Finding {
  const [{ run, examined }, ...others] = group as readonly [Told, ...Told[]]
  const { outcome, suspicion, decision, trial } = examined
  const also = others.map(({ run: other }) => (other.call === run.call ? other.fault : `${other.call} × ${other.fault}`))
  const calls = suspicion?.series.calls ?? (trial.faulted ? [trial.faulted] : [])
  const isProof = decision?.from === 'proof'
  const unless = decision?.from === 'pattern' ? decision.unless : outcome.unless?.(trial)
  const operation = trial.planned.place?.operation
  return {
    rule: run.rule ?? run.outcome,
    ...{ from: isProof ? 'proof' : 'pattern', level: isProof ? 'fail' : 'advice' },
    title: isProof ? (run.rule ?? run.outcome) : `Looks like ${outcome.looksLike}`,
    where: `${run.call === WHOLE_RUN ? '' : `${run.call} × `}${run.fault}${also.length === 0 ? '' : ` (also ${listSome(also, MAX_NAMES)})`}`,
    expected: suspicion?.expected ?? outcome.expected ?? '',
    observed: run.observed,
    ...(!isProof && unless !== undefined && { unless }),
    ...(isProof && { control: decision.control }),
    ...(outcome.fix !== undefined && { fix: outcome.fix }),
    replay: run.replay,
    count: group.length,
    evidence: calls.slice(0, 20).map(describeCall),
    ...(operation !== undefined && { operation }),
    ...(run.case !== undefined && { case: run.case }),
    world: run.world,
  }
}

const describeCall = (call: Call): Evidence => {
  const { id, request, arrived, world, operation, testCase } = call.exchange
  const userAgent = headerOf(request.headers, 'user-agent')
  return {
    ...{ request: id, method: request.method, target: request.query === '' ? request.path : `${request.path}?${request.query}` },
    ...{ at: new Date(arrived.real).toISOString(), status: statusOf(call), world },
    ...(operation !== undefined && { operation }),
    ...(testCase && { case: testCase.name }),
    ...(userAgent !== undefined && { program: userAgent }),
  }
}
