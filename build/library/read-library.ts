// Reads the public API of the library from its types: what src/sandbox.ts exports, and every type that these exports name.
// TypeScript's own API reads the sources. TypeDoc 0.28 does not work with TypeScript 7. In TypeScript 7.0 this API is called
// unstable, so only this file uses it. render-library.ts makes the page.

import { relative } from 'node:path'
import type { ClassDeclaration, FunctionDeclaration, InterfaceDeclaration, Node, TypeAliasDeclaration } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, SymbolFlags } from 'typescript/unstable/sync'

/** A function, a class, an interface or a type of the library. */
export interface Declared {
  readonly name: string
  /** The file that declares it, by its path in the project. */
  readonly file: string
  /** Whether a program can import it by its name. */
  readonly isExported: boolean
  readonly comment: string
  /** The signature of a function, or the definition of a type; absent for an interface. */
  readonly text?: string
  /** The types that an interface or a class takes members from. */
  readonly bases: readonly string[]
  readonly members: readonly Member[]
  /** The types of the library that the declaration names. */
  readonly mentions: readonly string[]
}

export interface Member {
  /** The name, with the object that it belongs to, for example `clock.set(change)`. */
  readonly name: string
  readonly type: string
  readonly comment: string
}

type Declaration = FunctionDeclaration | ClassDeclaration | InterfaceDeclaration | TypeAliasDeclaration

/** All declarations of the library by name. Throws an error when two types of the library have the same name. */
export function readLibrary(root: string): Map<string, Declared> {
  const api = new API({ cwd: root })
  try {
    const config = `${root}/build/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} is no project`)
    return readProject(project, root)
  } finally {
    api.close()
  }
}

function readProject(project: Project, root: string): Map<string, Declared> {
  const entry = project.program.getSourceFile(`${root}/src/sandbox.ts`)
  const exports = entry && project.checker.getSymbolAtLocation(entry)
  if (exports === undefined) throw new Error('src/sandbox.ts exports nothing')
  const found = new Map<string, Declared>()
  const exported = project.checker.getExportsOfModule(exports).flatMap((symbol) => declarationOf(symbol, project, root) ?? [])
  const open = exported.filter((node) => !commentOf(node).includes('@internal'))
  const names = open.map((node) => node.name?.getText() ?? '')
  for (const node of open) {
    const name = node.name?.getText() ?? ''
    const file = relative(root, node.getSourceFile().fileName)
    const known = found.get(name)
    if (known !== undefined && known.file !== file) throw new Error(`${known.file} and ${file} both give the library a type ${name}`)
    if (known !== undefined) continue
    const mentioned = mentionsOf(node, project, root)
    const mentions = [...new Set(mentioned.map((other) => other.name?.getText() ?? ''))]
    found.set(name, { ...describe(node, project.checker), name, file, isExported: names.includes(name), mentions })
    open.push(...mentioned)
  }
  return found
}

/** Where a name of this project is declared; undefined for a name of the language, as `Promise`. */
function declarationOf(symbol: ReturnType<Checker['getExportsOfModule']>[number], project: Project, root: string) {
  const target = symbol.flags & SymbolFlags.Alias ? project.checker.getAliasedSymbol(symbol) : symbol
  const node = target.declarations[0]?.resolve(project)
  if (node === undefined || !node.getSourceFile().fileName.startsWith(`${root}/src/`)) return undefined
  return isDeclaration(node) ? node : undefined
}

const isDeclaration = (node: Node): node is Declaration =>
  is.isFunctionDeclaration(node) || is.isClassDeclaration(node) || is.isInterfaceDeclaration(node) || is.isTypeAliasDeclaration(node)

/** The types of the project that a user of this declaration sees, without those in the body of a function. */
function mentionsOf(declaration: Node, project: Project, root: string): Declaration[] {
  const found: Declaration[] = []
  const visit = (node: Node): void => {
    if (is.isBlock(node) || isHidden(node)) return
    const name = is.isTypeReferenceNode(node) ? node.typeName : is.isExpressionWithTypeArguments(node) ? node.expression : undefined
    const symbol = name && project.checker.getSymbolAtLocation(name)
    const other = symbol && declarationOf(symbol, project, root)
    if (other && !found.includes(other)) found.push(other)
    node.forEachChild(visit)
  }
  declaration.forEachChild(visit)
  return found
}

const isHidden = (node: Node) => isPrivate(node) || commentOf(node).includes('@internal')

const isPrivate = (node: Node) => 'name' in node && (node.name as Node | undefined)?.getText().startsWith('#') === true

function describe(node: Declaration, checker: Checker): Pick<Declared, 'comment' | 'text' | 'bases' | 'members'> {
  const comment = commentOf(node)
  if (is.isFunctionDeclaration(node)) return { comment, text: `${node.name?.getText()}${signatureOf(node)}`, bases: [], members: [] }
  if (is.isTypeAliasDeclaration(node)) return { comment, text: aliasOf(node, checker), bases: [], members: [] }
  const bases = (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((base) => base.getText()))
  return { comment, bases, members: node.members.flatMap((member: Node) => membersOf(member, '')) }
}

/** The definition of a type. A type that is computed from a value is written in full. */
const aliasOf = (node: TypeAliasDeclaration, checker: Checker) =>
  node.type.getText().includes('typeof ')
    ? checker.typeToString(checker.getDeclaredTypeOfSymbol(symbolOf(node, checker)), node, WRITTEN_OUT)
    : textOf(node.type)

/** NoTruncation and InTypeAlias of the compiler's NodeBuilderFlags. */
const WRITTEN_OUT = 1 | (1 << 23)

function symbolOf(node: Declaration, checker: Checker) {
  const symbol = node.name && checker.getSymbolAtLocation(node.name)
  if (symbol === undefined) throw new Error(`the compiler does not know ${node.getText().slice(0, 60)}`)
  return symbol
}

/** A member. An object whose members have comments is given as its members. */
function membersOf(node: Node, prefix: string): Member[] {
  if (isHidden(node)) return []
  const comment = commentOf(node)
  if (is.isConstructorDeclaration(node)) return [{ name: `new${parametersOf(node)}`, type: '', comment }]
  if (is.isMethodSignatureDeclaration(node) || is.isMethodDeclaration(node)) {
    return [{ name: prefix + node.name.getText() + parametersOf(node), type: textOf(node.type), comment }]
  }
  if (!is.isPropertySignatureDeclaration(node) && !is.isPropertyDeclaration(node)) return []
  const name = prefix + node.name.getText() + ('postfixToken' in node && node.postfixToken ? '?' : '')
  if (node.type && is.isTypeLiteralNode(node.type) && node.type.members.some((member: Node) => commentOf(member) !== '')) {
    return node.type.members.flatMap((member: Node) => membersOf(member, `${name}.`))
  }
  const type = textOf(node.type ?? node.initializer)
  return [{ name, type: name.endsWith('?') ? type.replace(/ \| undefined$/, '') : type, comment }]
}

interface Callable {
  readonly parameters: readonly Node[]
  readonly type?: Node | undefined
}

const parametersOf = ({ parameters }: Callable) => `(${parameters.map(textOf).join(', ')})`
const signatureOf = (node: Callable) => `${parametersOf(node)}: ${textOf(node.type)}`

/** The text of a type on one line, without its comments. */
const textOf = (node: Node | undefined) =>
  (node?.getText() ?? '')
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    // The members of an object that stand on lines of their own have nothing between them.
    .replaceAll(/(?<=[^\s{;|])\s*\n\s*(?=(?:readonly )?\w+\??:\s)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\| /, '')
    .trim()

/** The text of the comment before a node, a paragraph each line. Lines that are set in are an example and stay as they are. */
function commentOf(node: Node): string {
  const [comment] = (node as { readonly jsDoc?: readonly Node[] }).jsDoc?.slice(-1) ?? []
  // In front of the first declaration of a file, the text begins with the comment of the file.
  const lines = (comment?.getText() ?? '')
    .replace(/^.*\/\*\*/s, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  return lines
    .join('\n')
    .trim()
    .replaceAll(/(?<=\S)\n(?=\S)/g, ' ')
}
