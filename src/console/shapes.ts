// The shapes of the control API's replies, and of the contract's document as far as the page looks into it.

export interface World {
  readonly name: string
  readonly alive: boolean
  readonly bytes: number
  readonly lastUse: string
  readonly scenarios: readonly string[]
  readonly clock?: Clock
  readonly damage?: string
}

export interface Clock {
  readonly now: string
  readonly frozen: boolean
}

export interface Window {
  readonly limit: number
  readonly seconds: number
  readonly remaining: number
  readonly resets: string | null
}

export interface Limits {
  readonly minute: Window
  readonly day: Window
  readonly ban: { readonly until: string } | null
}

export type Value = string | number | boolean

export interface Parameter {
  readonly type: 'integer' | 'number' | 'boolean' | 'string'
  readonly default: Value
  readonly defaultFor?: Readonly<Record<string, Readonly<Record<string, Value>>>>
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly description: string
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly parameters: Readonly<Record<string, Parameter>>
}

export interface Wish {
  readonly name?: string
  readonly parameters?: Readonly<Record<string, Value>>
  readonly operations?: readonly string[]
  readonly steps?: readonly unknown[]
}

export interface ActiveScenario extends Wish {
  readonly name: string
  readonly met: number
  readonly over: boolean
}

/** Any object of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>

export interface Contract {
  readonly document: Node
  /** The path of its server, as `/v1`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly plans: readonly string[]
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With the base path, as `/v1/pets/{petId}`. */
  readonly path: string
  readonly node: Node
  readonly parameters: readonly Node[]
}
