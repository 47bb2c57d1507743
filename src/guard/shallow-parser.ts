/**
 * A parser that gives up on deep nesting long before the stack ends. Waiting for the engine's
 * RangeError is not safe: V8 ends the whole process when a regular expression has to be compiled near
 * the end of the stack ("RegExpCompiler Allocation failed"), and parsers use regular expressions.
 *
 * It also knows that what follows `a ? b : class {}` is an operator: acorn takes a class or function
 * after a colon for a statement, and a division behind it for a regular expression.
 */
import * as acorn from 'acorn'
import { Parser, tokTypes, type TokenType } from 'acorn'

/**
 * The parser's methods that call each other once per level, and roughly how much stack a call of each
 * takes with what it calls. These are the methods that plugins of acorn build on.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  parseStatement: 2, parseMaybeAssign: 2, parseMaybeUnary: 2, parseExprAtom: 2, parseSubscripts: 2, parseBindingAtom: 2, parseExprOp: 1,
}

/**
 * Less than half of the stack that Node gives a thread: 198 nested parentheses, 600 nested blocks,
 * 1,192 operators in one expression.
 */
const MAX_WEIGHT = 1_200

/** Exported by acorn, but not by its types. */
const { tokContexts } = acorn as unknown as { readonly tokContexts: Readonly<Record<'f_expr', unknown>> }

type Method = (this: Counting, ...args: unknown[]) => unknown

interface Counting {
  readonly start: number
  readonly type: TokenType
  nesting?: number
  overrideContext(context: unknown): void
}

/** @param tooDeep makes the error for an offset in the text. */
export function createShallowParser(tooDeep: (offset: number) => Error): typeof Parser {
  return Parser.extend((Base) => {
    class ShallowParser extends Base {}
    const methods = ShallowParser.prototype as unknown as Record<string, Method>
    for (const [name, weight] of Object.entries(WEIGHTS)) {
      const original = methods[name]
      if (original === undefined) throw new TypeError(`this version of the parser has no ${name}`)
      methods[name] = function (...args) {
        const nesting = (this.nesting ?? 0) + weight
        if (nesting > MAX_WEIGHT) throw tooDeep(this.start)
        this.nesting = nesting
        const node = original.apply(this, args)
        this.nesting = nesting - weight
        return node
      }
    }
    const atom = methods['parseExprAtom']
    methods['parseExprAtom'] = function (...args) {
      if (this.type === tokTypes._function || this.type === tokTypes._class) this.overrideContext(tokContexts.f_expr)
      return atom?.apply(this, args)
    }
    return ShallowParser
  })
}
