// The rule sets, oldest first. A rule set is frozen: names, levels, signs, thresholds and conditions of passing. A change that makes
// more clients fail, or fewer clients pass, waits for the next set.

export const RULE_SETS: readonly string[] = ['2026-11']
/** The set that judges without a policy. */
export const NEWEST = '2026-11'
