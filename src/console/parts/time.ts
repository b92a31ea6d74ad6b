// Times for people: the time of the day with milliseconds, durations, and dates.

import { showMs } from '../../text/seconds.ts'

/** `14:03:09.120`, in the time zone of the reader. */
export function renderClock(milliseconds: number): string {
  const date = new Date(milliseconds)
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `3 ms`, `1.25 s`, `4 min 5 s`, `2 h 5 min` */
export function renderSeconds(seconds: number): string {
  if (seconds < 60) return showMs(seconds * 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${Math.floor(seconds / 86_400).toLocaleString('en')} days`
}

/** `2030-12-05 00:00:01 UTC` */
export const renderDate = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`
