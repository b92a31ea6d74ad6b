// Percentages for people.

/** Rounds down to a tenth, so that 100 % means all. */
export const showPercent = (percent: number) => `${Math.floor(percent * 10) / 10} %`
