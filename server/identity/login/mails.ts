import type { Mail } from '#server/kernel/mail.ts'

/* The texts of all mails about accounts. Secrets are only in the fragment of the link. */

export interface Addressee {
  email: string
  name: string
  role: string
}

const hello = (to: { name: string }) => `Hello ${to.name},`
const notYou = 'If this was not you, contact an administrator immediately.'

/** The page where the holder of a token sets their password: staff and customers have their own. */
export const passwordPath = (role: string, token: string): string =>
  `${role === 'customer' ? '/crm/customer-portal/set-password' : '/reset-password'}#token=${token}`

export const registrationPath = (token: string): string => `/crm/register#token=${token}`

export const mails = {
  /** `portal`: the name of the company whose portal it is, and the customer that the user orders for. */
  invitation: (
    to: Addressee,
    token: string,
    expiresAt: Date,
    portal?: { company: string; customer: string },
  ): Mail => ({
    to: to.email,
    subject: portal ? `You are invited to the customer portal of ${portal.company}` : 'Set your password',
    lines: [
      hello(to),
      portal
        ? `You can use the customer portal of ${portal.company} for ${portal.customer}.`
        : 'An account was created for you.',
      'Set your password within 24 hours, then log in with this address.',
    ],
    link: { label: 'Set your password', path: passwordPath(to.role, token) },
    expiresAt,
  }),
  /** To the existing user with this address; the inviting user doesn't learn of it. */
  invitationToTaken: (to: Pick<Addressee, 'name' | 'email'>, by: string): Mail => ({
    to: to.email,
    subject: 'You were invited to a customer portal',
    lines: [
      hello(to),
      `${by} invited this address to their customer portal. It already has a login here, and an address has one login.`,
      'If you expected this, reply to us: we can change what your login is for. Otherwise ignore this email; nothing has changed.',
    ],
  }),
  newPassword: (to: Addressee, token: string, expiresAt: Date): Mail => ({
    to: to.email,
    subject: 'Set a new password',
    lines: [
      hello(to),
      `Someone requested a link to set a new password for this address. It works once and expires at ${expiresAt.toISOString().slice(11, 16)} UTC.`,
      'If this was not you, ignore this email. Your password stays unchanged.',
    ],
    link: { label: 'Set a new password', path: passwordPath(to.role, token) },
    expiresAt,
  }),
  passwordChanged: (to: Addressee): Mail => ({
    to: to.email,
    subject: 'Your password was changed',
    lines: [hello(to), 'The password of your account was changed and all other sessions were ended.', notYou],
  }),
  addressChanged: (to: Addressee, address: string): Mail => ({
    to: to.email,
    subject: 'Your email address was changed',
    lines: [hello(to), `You log in with ${address} from now on.`, notYou],
  }),
  secondFactorChanged: (to: Addressee, isOn: boolean): Mail => ({
    to: to.email,
    subject: `Your second factor was turned ${isOn ? 'on' : 'off'}`,
    lines: [
      hello(to),
      `Logging in ${isOn ? 'now needs a code from your authenticator app' : 'now needs only your password'}.`,
      notYou,
    ],
  }),
  passkeyChanged: (to: Addressee, name: string, what: 'added' | 'deleted'): Mail => ({
    to: to.email,
    subject: `A passkey was ${what}`,
    lines: [
      hello(to),
      `The passkey “${name}” was ${what === 'added' ? 'added to' : 'deleted from'} your account, and every other session ended.`,
      notYou,
    ],
  }),
  failedLogins: (to: Addressee, count: number): Mail => ({
    to: to.email,
    subject: 'Many failed logins',
    lines: [
      hello(to),
      `${count} logins failed within ten minutes. Someone may be trying passwords on many accounts.`,
      'Wardstock limits these attempts automatically. See the server log for their origin.',
    ],
  }),
  registrationLink: (email: string, token: string, expiresAt: Date): Mail => ({
    to: email,
    subject: 'You are invited to register as an administrator',
    lines: ['Hello,', 'Register with this link within 24 hours. It works once and only for this address.'],
    link: { label: 'Register', path: registrationPath(token) },
    expiresAt,
  }),
  linkUsed: (to: Addressee, who: { name: string; email: string }): Mail => ({
    to: to.email,
    subject: 'A new administrator has registered',
    lines: [
      hello(to),
      `${who.name} (${who.email}) has registered as an administrator with a registration link.`,
      'If you did not expect this, suspend the account on the users page immediately.',
    ],
    link: { label: 'Users', path: '/crm/users' },
  }),
}
