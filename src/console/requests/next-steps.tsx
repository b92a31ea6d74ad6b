// Buttons for what a reader does next with an exchange: send it again, and take away what stood in its way.

import { playAgain } from '../composer/draft.ts'
import { type Entry, scenariosOf } from '../entry.ts'
import { attempt, say } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { renderRoute } from '../route.ts'
import { active } from '../state.ts'
import { advanceClock, fillUpLimits, putScenarios } from '../world-calls.ts'

export function NextSteps({ entry }: { entry: Entry }) {
  const {
    world,
    caller: { plan },
    count: { verdict, retryAfter },
  } = entry
  const isLimited = verdict !== 'served' && plan !== undefined
  const here = active.value[world] ?? []
  const forcing = scenariosOf(entry).filter((name) => here.some((one) => one.name === name))
  const act = (done: string, work: () => Promise<unknown>) => () => void attempt(() => work().then(() => say(done)))
  return (
    <>
      <Button name="Edit and resend" class="main" onClick={() => playAgain(entry)} />
      {isLimited && <Button name="Fill up limits" onClick={act('the limits are full again', () => fillUpLimits(world, plan))} />}
      {isLimited && (
        <Button name={`+${retryAfter} s`} onClick={act(`the clock of ${world} went on`, () => advanceClock(world, retryAfter))} />
      )}
      {forcing.map((name) => (
        <Button
          name={`Take ${name} off`}
          key={name}
          onClick={act(`${name} is off`, () =>
            putScenarios(
              world,
              here.filter((one) => one.name !== name),
            ),
          )}
        />
      ))}
      <a class="button" href={renderRoute({ view: 'switches', place: world })}>
        Open {world}
      </a>
    </>
  )
}
