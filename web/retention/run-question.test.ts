import { expect, test } from 'vitest'
import type { RetentionSummary } from '#shared/retention/candidates-api.ts'
import { runQuestion } from './run-question.ts'

const summary = { ready: 0, toHoldOut: 0, isMore: false, isEmailSetUp: true } as RetentionSummary

test('[RET-03] the confirmation before a run shows how many customers are messaged and held out', () => {
  expect(runQuestion({ ...summary, ready: 1 })).toEqual({
    whyNot: null,
    title: 'Message 1 customer?',
    text: 'Each gets the message shown under Candidates, once.',
    label: 'Send messages',
  })
  expect(runQuestion({ ...summary, toHoldOut: 2 })).toEqual({
    whyNot: null,
    title: 'Hold out 2 customers?',
    text: '2 customers held out for comparison get no message.',
    label: 'Hold out',
  })
  expect(runQuestion(summary).whyNot).toBe('No candidate is ready: all are excluded, or were messaged already.')
  expect(runQuestion({ ...summary, ready: 3, isEmailSetUp: false }).text).toContain('No mail server is set up')
})

test('[RET-03] if not all candidates were counted, the confirmation says “at least” or no number', () => {
  const many = { ...summary, isMore: true, ready: 9120, toHoldOut: 881 }
  expect(runQuestion(many)).toMatchObject({
    title: 'Message at least 9,120 customers?',
    text: expect.stringMatching(/At least 881 customers held out .* Only the first 10,000 candidates were counted\./),
  })
  // All counted candidates are excluded, but the uncounted ones may be ready.
  expect(runQuestion({ ...many, ready: 0, toHoldOut: 0 })).toMatchObject({
    whyNot: null,
    title: 'Message all customers who are ready?',
  })
})
