// Times for people: the time of the day with milliseconds, durations, and dates.

const two = (number: number) => String(number).padStart(2, '0')

/** `14:03:09.120`, in the time zone of the reader. */
export function renderClock(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `3 ms`, `1.25 s`, `4 min 5 s`, `2 h 5 min` */
export function renderSeconds(seconds: number): string {
  if (seconds === 0) return '0 s'
  if (seconds < 1) return `${seconds < 0.01 ? (seconds * 1000).toFixed(1) : Math.round(seconds * 1000)} ms`
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400).toLocaleString('en')} days`
}

/** `2030-12-05 00:00:01 UTC` */
export const renderDate = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `2030-12-05` and `2030-12-05 14:03` with all their parts, in UTC. Another text stays, so that the sandbox says what is wrong. */
export function parseTime(text: string): string {
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text.trim()) ?? []
  return date === undefined ? text.trim() : `${date}T${time}${seconds}${zone}`
}
