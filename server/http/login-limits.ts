import { hashed, type Limit, neighboursOf, networkOf } from './limits.ts'

const hourSeconds = 3600
const address = (email: string) => hashed(email.normalize('NFKC').trim().toLowerCase())

/** Logins from one IP address, and from its /24 network, as an attacker often has several neighbouring addresses. */
const fromAddress = (ip: string): Limit[] => {
  const neighbours = neighboursOf(ip)
  return [
    { key: `login:ip:${networkOf(ip)}`, most: 10, perSeconds: 180 },
    ...(neighbours ? [{ key: `login:ip:${neighbours}`, most: 40, perSeconds: 180 }] : []),
  ]
}

/** The rate limits of everything that authenticates (reliability: A1, A2). */
export const loginLimits = {
  /** A known device has its own count, so that someone who guesses passwords elsewhere doesn't lock out its owner. */
  login: (ip: string, email: string, device: string | null): Limit[] =>
    device
      ? [{ key: `login:device:${device}`, backoff: true }]
      : [...fromAddress(ip), { key: accountKey(email), backoff: true }],
  passkey: fromAddress,
  passkeyOptions: (ip: string): Limit[] => [{ key: `passkey-options:ip:${networkOf(ip)}`, most: 60, perSeconds: 180 }],
  passwordLink: (ip: string, email: string): Limit[] => [
    { key: `link:ip:${networkOf(ip)}`, most: 20, perSeconds: hourSeconds },
    { key: `link:address:${address(email)}`, most: 5, perSeconds: hourSeconds },
  ],
  register: (ip: string): Limit[] => [{ key: `register:ip:${networkOf(ip)}`, most: 5, perSeconds: hourSeconds }],
  setUp: (ip: string): Limit[] => [{ key: `setup:ip:${networkOf(ip)}`, most: 5, perSeconds: hourSeconds }],
  newPassword: (ip: string): Limit[] => [
    { key: `new-password:ip:${networkOf(ip)}`, most: 20, perSeconds: hourSeconds },
  ],
  secondFactor: (userId: string): Limit[] => [{ key: `second-factor:${userId}`, backoff: true }],
  ownPassword: (userId: string): Limit[] => [{ key: `own-password:${userId}`, backoff: true }],
}

export const accountKey = (email: string): string => `login:account:${address(email)}`
