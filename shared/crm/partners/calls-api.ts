import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Account } from './api.ts'
import { Owner, OwnerInput } from './owners.ts'

/** A call that the account's owner is to make, or anybody if there is none. */
export const CallTask = z.object({
  id: Id,
  note: z.string().nullable(),
  dueDate: z.string(),
  createdAt: Timestamp,
  doneAt: Timestamp.nullable(),
  doneBy: z.string().nullable(),
})
export type CallTask = z.infer<typeof CallTask>

/** Why a call can't be marked as done or as open, in words for the user; null if it can. */
export function whyCallNotMarked({ doneAt }: Pick<CallTask, 'doneAt'>, isDone: boolean): string | null {
  if ((doneAt !== null) !== isDone) return null
  return isDone ? 'This call was made already.' : 'This call is open already.'
}

export const AccountCalls = z.object({
  /** Open ones first, the newest 20. */
  data: z.array(CallTask),
})
export type AccountCalls = z.infer<typeof AccountCalls>

const emits = ['account_updated'] as const

export const callsApi = {
  listOwners: route('GET /api/account-owners', {
    access: 'crm.view',
    summary: 'Who can own customers, prospects and opportunities, by name.',
    reply: z.object({ data: z.array(Owner) }),
  }),
  listCalls: route('GET /api/accounts/:id/calls', {
    access: 'crm.view',
    summary: 'The calls to make at a customer.',
    params: byId,
    reply: AccountCalls,
  }),
  setOwner: route('POST /api/accounts/:id/owner', {
    access: 'crm.edit',
    summary: 'Makes somebody of the office the owner of a customer, or nobody.',
    params: byId,
    body: OwnerInput,
    emits,
    reply: Account,
  }),
  finishCall: route('POST /api/call-tasks/:id/completion', {
    access: 'crm.edit',
    summary: 'Marks a call as made.',
    params: byId,
    emits,
    reply: CallTask,
  }),
  reopenCall: route('POST /api/call-tasks/:id/reopening', {
    access: 'crm.edit',
    summary: 'Marks a call as still to be made.',
    params: byId,
    emits,
    reply: CallTask,
  }),
} as const
