// Lines of recorded texts, short enough to read.

/** A line with long runs of one letter and long lists shortened, broken at spaces before column 160. */
export const wrap = (line: string): string =>
  line
    .replaceAll(/([a-zé ])\1{30,}/g, (run, letter) => `${letter}×${run.length}`)
    .replaceAll(/(\[(?:\{[^{}]*\},){2})(?:\{[^{}]*\},?){3,}\]/g, (list, first) => `${first} … ${list.length} letters]`)
    .replaceAll(/(.{1,156})(?: |$)/g, '$1\n    ')
    .trimEnd()

/** The body of an error as code and message, when that is all it has beside its status. */
export function shortError(body: string): string {
  const [, code, message, status] = /^\{"code":"(\w+)","message":"(.*)","status":(\d+)\}$/.exec(body) ?? []
  return code === undefined ? body : `${status} ${code}: ${message}`
}
