/** The most common passwords, from ten characters on; shorter ones are refused for their length. */
const common = new Set(
  `1234567890 0123456789 9876543210 0987654321 1111111111 0000000000 1234567891 12345678910 123456789a 123456789q a123456789
  12345678901 123456123456 123123123123 1122334455 1q2w3e4r5t 1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv q1w2e3r4t5 1q2w3e4r5t6y
  qwertyuiop qwertyuiop123 qwerty123456 qwerty12345 qwerty1234 asdfghjkl1 asdfghjklz zxcvbnm123 qwertyqwerty asdfasdfasdf
  password10 password11 password12 password123 password1234 password12345 password123456 passwordpassword password01 p@ssword123
  p@ssw0rd123 p@ssw0rd1234 passw0rd123 passw0rd1234 mypassword mypassword1 newpassword yourpassword changeme123 changeme1234
  letmein123 letmein1234 letmeinplease welcome123 welcome1234 welcome12345 administrator administrator1 adminadmin admin12345
  admin123456 admin1234567 rootroot123 superadmin superadmin1 iloveyou123 iloveyou12 iloveyou1234 iloveyouforever iloveyousomuch
  football123 baseball123 basketball basketball1 superman123 batman12345 dragon12345 monkey12345 princess123 sunshine123
  shadow12345 master12345 michael123 charlie123 abcdefghij abcdefghijk abcd123456 abc123456789 abcdef123456 aaaaaaaaaa
  computer123 internet123 whatever123 trustno1234 starwars123 pokemon123 liverpool1 liverpool123 chelsea123 arsenal123
  manchester manchester1 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025
  autumn2026 january2026 company123 company1234 business123 temppassword temporary1 temporary123 default123 secret1234
  secret12345 mysecretpassword test123456 testtest123 testing123 testpassword guest12345 user123456 login12345 demo123456
  hospital123 medical123 warehouse1 warehouse123 wardstock123 wardstock1 wardstock1234`
    .split(/\s+/)
    .filter(Boolean),
)

export interface PasswordOwner {
  email: string
  name: string
  company: string
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Why a password is easy to guess; null if it isn't. */
export function whyWeak(password: string, owner?: PasswordOwner): string | null {
  const typed = password.normalize('NFKC').toLowerCase()
  if (common.has(typed) || common.has(typed.replace(/[!.?]+$/, '')) || new Set(typed).size < 4)
    return 'is one of the most common passwords'
  if (!owner) return null
  const [local = '', domain = ''] = owner.email.split('@')
  const plain = lettersAndDigits(typed)
  for (const [word, what] of [
    [owner.email, 'your email address'],
    [local, 'your email address'],
    [domain.split('.')[0] ?? '', 'your email address'],
    [owner.name, 'your name'],
    [owner.company, 'the company’s name'],
  ] as const) {
    const own = lettersAndDigits(word)
    // The rest of the password must be long enough without the word.
    if (own.length >= 3 && plain.includes(own) && plain.replaceAll(own, '').length < 5) return `is too close to ${what}`
  }
  return null
}
