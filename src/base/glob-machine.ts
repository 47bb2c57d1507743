/**
 * Runs a parsed glob over a text in one pass: all ways to match are followed side by side, so that the time
 * is the length of the text times the length of the pattern at most, whatever both are.
 */
import type { Part } from './glob-parts.ts'

type Step =
  | { readonly op: 'code', readonly code: number }
  | { readonly op: 'any', readonly slash: boolean }
  | { readonly op: 'set', readonly negated: boolean, readonly ranges: readonly (readonly [number, number])[], readonly folded: boolean }
  | { readonly op: 'split', to: number, or: number }
  | { readonly op: 'jump', to: number }
  | { readonly op: 'end' }

const SLASH = 47

export interface GlobMachine {
  /** Steps of the pattern. */
  readonly size: number
  /** Whether the whole text matches. */
  matches(text: string): boolean
  /** How many characters at the beginning match, at the fewest or at the most; null: none do. */
  leading(text: string, longest: boolean): number | null
}

export function createGlobMachine(parts: readonly Part[], ignoreCase: boolean): GlobMachine {
  const steps = stepsOf(parts, ignoreCase)
  const fold = (text: string): string => ignoreCase ? text.toLowerCase() : text
  return {
    size: steps.length,
    matches(text) {
      const folded = fold(text)
      let matched = false
      run(steps, folded, (at) => {
        matched = at === folded.length
        return true
      })
      return matched
    },
    leading(text, longest) {
      let length: number | null = null
      run(steps, fold(text), (at) => {
        length = at
        return longest
      })
      return length
    },
  }
}

function stepsOf(parts: readonly Part[], ignoreCase: boolean): readonly Step[] {
  const steps: Step[] = []
  const add = (part: Part): void => {
    switch (part.kind) {
      case 'text':
        for (const unit of units(ignoreCase ? part.text.toLowerCase() : part.text)) steps.push({ op: 'code', code: unit })
        break
      case 'one':
        steps.push({ op: 'any', slash: part.slash })
        break
      case 'set':
        steps.push({ op: 'set', negated: part.negated, ranges: part.ranges, folded: ignoreCase })
        break
      case 'many': {
        if (part.least === 1) steps.push({ op: 'any', slash: part.slash })
        const split: Step = { op: 'split', to: steps.length + 1, or: steps.length + 3 }
        steps.push(split, { op: 'any', slash: part.slash }, { op: 'jump', to: steps.length })
        break
      }
      case 'either': {
        const exits: { op: 'jump', to: number }[] = []
        part.choices.forEach((choice, index) => {
          const last = index === part.choices.length - 1
          const split: Step = { op: 'split', to: steps.length + 1, or: 0 }
          if (!last) steps.push(split)
          choice.forEach(add)
          if (last) return
          const exit = { op: 'jump' as const, to: 0 }
          steps.push(exit)
          exits.push(exit)
          split.or = steps.length
        })
        for (const exit of exits) exit.to = steps.length
      }
    }
  }
  parts.forEach(add)
  steps.push({ op: 'end' })
  return steps
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_item, index) => text.charCodeAt(index))
}

/** @param accept told each position at which the pattern is complete, in order; false ends the run. */
function run(steps: readonly Step[], text: string, accept: (at: number) => boolean): void {
  const seen = new Int32Array(steps.length).fill(-1)
  const pending: number[] = []
  let current: number[] = []
  let complete = false
  const enter = (start: number, at: number, into: number[]): void => {
    pending.push(start)
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen[index] === at) continue
      seen[index] = at
      const step = steps[index] as Step
      if (step.op === 'split') pending.push(step.or, step.to)
      else if (step.op === 'jump') pending.push(step.to)
      else if (step.op === 'end') complete = true
      else into.push(index)
    }
  }
  enter(0, 0, current)
  for (let at = 0; ; at++) {
    if (complete && !accept(at)) return
    if (at >= text.length || current.length === 0) return
    complete = false
    const code = text.charCodeAt(at)
    const after: number[] = []
    for (const index of current) if (takes(steps[index] as Step, code)) enter(index + 1, at + 1, after)
    current = after
  }
}

function takes(step: Step, code: number): boolean {
  if (step.op === 'code') return step.code === code
  if (step.op === 'any') return step.slash || code !== SLASH
  if (step.op !== 'set') return false
  const within = (unit: number): boolean => step.ranges.some(([from, to]) => unit >= from && unit <= to)
  const inside = within(code) || (step.folded && within(String.fromCharCode(code).toUpperCase().charCodeAt(0)))
  return inside !== step.negated && code !== SLASH
}
