// Lines of recorded texts, short enough to read.

/** A line with long runs of one letter and long lists shortened, broken before column 160: at spaces, else behind commas. */
export const wrap = (line: string): string =>
  line
    .replaceAll(/([a-zé ])\1{30,}/g, (run, letter) => `${letter}×${run.length}`)
    .replaceAll(/(\[(?:\{[^{}]*\},){2})(?:\{[^{}]*\},?){3,}\]/g, (list, first) => `${first} … ${list.length} letters]`)
    .replaceAll(/(.{1,156})(?: |$)|(.{80,155},)/g, '$1$2\n    ')
    .trimEnd()

/** The body of an error as status, code and message, when that is all it has: Error of the contract, or a problem of the control API. */
export function shortError(body: string): string {
  const [, code, message, status] = /^\{"code":"(\w+)","message":"(.*)","status":(\d+)\}$/.exec(body) ?? []
  if (code !== undefined) return `${status} ${code}: ${message}`
  return body.replace(/^\{"type":"about:blank","title":"[^"]+","status":(\d+),"detail":"(.*)","code":"(\w+)"\}$/, '$1 $3: $2')
}
