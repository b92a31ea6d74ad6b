// Durations for people.

/** "0.8 s", "12.4 s". */
export const seconds = (value: number) => `${Number(value.toFixed(value < 10 ? 2 : 1))} s`

/** "5.2 ms", "80 ms", "12.4 s". */
export const showMs = (ms: number) => (ms < 100 ? `${Number(Math.max(0, ms).toFixed(ms < 10 ? 1 : 0))} ms` : seconds(ms / 1000))
