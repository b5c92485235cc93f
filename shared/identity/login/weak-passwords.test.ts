import { expect, test } from 'vitest'
import { Password } from '#shared/identity/user.ts'
import { whyWeak } from './weak-passwords.ts'

const owner = { email: 'ana.admin@harbour.example', name: 'Ana Admin', company: 'Harbour Medical' }

test('[AUTH-05] refuses common passwords, whatever their case and suffix', () => {
  for (const word of [
    'password123',
    'PASSWORD123',
    'Password123!',
    '1234567890',
    'qwertyuiop',
    'aaaaaaaaaaaa',
    'abababababab',
  ])
    expect([word, whyWeak(word)]).toEqual([word, 'is one of the most common passwords'])
  for (const word of [
    'a long enough password',
    'correct horse battery staple',
    'ünïcødé-pässwörd',
    'password is not my password',
  ])
    expect([word, whyWeak(word, owner)]).toEqual([word, null])
})

test('[AUTH-05] refuses passwords that contain the user’s email address, name or company', () => {
  for (const [word, why] of [
    ['ana.admin@harbour.example', 'is too close to your email address'],
    ['ANA.ADMIN2026', 'is too close to your email address'],
    ['harbour-1234', 'is too close to your email address'],
    ['Harbour.Medical!', 'is too close to the company’s name'],
  ])
    expect([word, whyWeak(word ?? '', owner)]).toEqual([word, why])
  expect(whyWeak('AnaAdmin99', { ...owner, email: 'x@y.example' })).toBe('is too close to your name')
})

test('[PROF-01] a password has 10 to 256 code points, is normalized, and contains no NUL', () => {
  expect(Password.safeParse('123456789').success).toBe(false)
  expect(Password.safeParse('🧪🧬🩺💊🩹🌡️🦷🫀🫁').success).toBe(true)
  expect(Password.parse('ﬁne password')).toBe('fine password')
  expect(Password.safeParse('ab1'.repeat(85) + 'cx').success).toBe(false)
  expect(Password.safeParse('ab1d'.repeat(64)).success).toBe(true)
  expect(Password.safeParse('NUL in\u0000side').success).toBe(false)
})
