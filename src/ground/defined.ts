// Objects without undefined fields, as JSON and `exactOptionalPropertyTypes` want them.

type Needed<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name] }
type Optional<Fields> = { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> }

export const defined = <const Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Needed<Fields> & Optional<Fields>
