import type { z } from 'zod'

const typeWords: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

/** The message of a form field for a zod issue (reported with its input): a missing value "is required", whatever its type. */
export function messageOf(issue: z.core.$ZodIssue): string {
  if (
    issue.input === undefined &&
    ['invalid_type', 'invalid_union', 'invalid_format', 'invalid_value'].includes(issue.code)
  )
    return 'is required'
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return typeWords[issue.expected] ?? 'is not valid'
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) return tooSmall(issue)
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) return tooBig(issue)
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return ofUnion(issue)
  return issue.message
}

/** The limit that a value of a union exceeds, if it has the type of one of its options. */
function ofUnion({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const [limit] = errors.flatMap(([first]) => (first && ['too_small', 'too_big'].includes(first.code) ? [first] : []))
  return limit ? messageOf(limit) : 'is not valid'
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  const least = minimum.toLocaleString('en')
  if (origin === 'string') return minimum === 1 ? 'is required' : `must have at least ${least} characters`
  if (origin === 'array') return minimum === 1 ? 'is required' : `must have at least ${least} entries`
  return `must be at least ${least}`
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  const highest = maximum.toLocaleString('en')
  if (origin === 'string') return `may have at most ${highest} characters`
  return origin === 'array' ? `may have at most ${highest} entries` : `must be at most ${highest}`
}
