import type { Access, Right } from '#shared/http/route.ts'
import { type Flag, flags, type Module, modules, type Permissions, type Role } from './roles.ts'

export interface Subject {
  role: Role
  permissions: Permissions
}

/** May this user do that? An administrator passes every view check; all else must stand in the permissions. */
export function can(subject: Subject, right: Right): boolean {
  const [module, flag] = right.split('.') as [Module, Flag]
  if (subject.role === 'admin' && flag === 'view') return true
  return subject.permissions[module]?.[flag] === true
}

/** Whether a contract says who may call it, in words that are known. */
export function isAccess(access: unknown): access is Access {
  if (typeof access === 'object' && access !== null && 'all' in access)
    return Array.isArray(access.all) && access.all.length > 0 && access.all.every(isAccess)
  if (typeof access !== 'string') return Array.isArray(access) && access.length > 0 && access.every(isRight)
  return ['public', 'session', 'staff', 'admin', 'customer', 'portal'].includes(access) || isRight(access)
}

const isRight = (right: unknown) => modules.some((module) => flags.some((flag) => right === `${module}.${flag}`))

/**
 * May somebody call an endpoint with that access? `null` is nobody signed in. Customers and drivers see only what is theirs: a
 * right to an area opens them its pages, never the calls that reach into all of it.
 */
export function mayCall(subject: Subject | null, access: Access): boolean {
  if (typeof access === 'object' && 'all' in access) return access.all.every((one) => mayCall(subject, one))
  if (access === 'public') return true
  if (!subject) return false
  if (access === 'session') return true
  if (access === 'staff') return subject.role !== 'customer'
  if (access === 'admin') return subject.role === 'admin'
  if (access === 'customer') return subject.role === 'customer'
  if (access === 'portal' && subject.role === 'customer') return true
  if (subject.role === 'customer' || subject.role === 'driver') return false
  if (access === 'portal') return can(subject, 'crm.view')
  return typeof access === 'string' ? can(subject, access) : access.some((right) => can(subject, right))
}
