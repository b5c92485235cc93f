import type { Access, Right } from '#shared/http/route.ts'
import { type Flag, flags, type Module, modules, type Permissions, type Role } from './roles.ts'

export interface Subject {
  role: Role
  permissions: Permissions
}

/** Whether the user has a right. Administrators have every view right; any other right must be in the permissions. */
export function can(subject: Subject, right: Right): boolean {
  const [module, flag] = right.split('.') as [Module, Flag]
  if (subject.role === 'admin' && flag === 'view') return true
  return subject.permissions[module]?.[flag] === true
}

/** Whether a value is a valid `access` of a contract. */
export function isAccess(access: unknown): access is Access {
  if (typeof access === 'object' && access !== null && 'all' in access)
    return Array.isArray(access.all) && access.all.length > 0 && access.all.every(isAccess)
  if (typeof access !== 'string') return Array.isArray(access) && access.length > 0 && access.every(isRight)
  return ['public', 'session', 'staff', 'admin', 'customer', 'portal'].includes(access) || isRight(access)
}

const isRight = (right: unknown) => modules.some((module) => flags.some((flag) => right === `${module}.${flag}`))

/**
 * Whether a user may call an endpoint with this `access`; null is a request without a session. Customers and drivers see only their
 * own records: a right to a module opens its pages for them, but never endpoints that read all of the module.
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
