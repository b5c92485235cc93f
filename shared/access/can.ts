import type { Access, Right } from '#shared/http/route.ts'
import type { Flag, Module, Permissions, Role } from './roles.ts'

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

/** May somebody call an endpoint with that access? `null` is nobody signed in. */
export function mayCall(subject: Subject | null, access: Access): boolean {
  if (access === 'public') return true
  if (!subject) return false
  if (access === 'session') return true
  if (access === 'staff') return subject.role !== 'customer'
  if (access === 'admin') return subject.role === 'admin'
  if (subject.role === 'customer') return false
  return typeof access === 'string' ? can(subject, access) : access.some((right) => can(subject, right))
}
