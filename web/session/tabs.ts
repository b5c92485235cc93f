import { User } from '#shared/identity/user.ts'
import { clearUser, getSession, setUser } from './session.ts'

/*
 * The session cookie is shared by the whole browser, but each tab stores its user. So a new tab asks the others who is
 * signed in, and a log-in or log-out in one tab applies to all.
 */
type Message = { kind: 'who' } | { kind: 'user'; user: User | null }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('wardstock-session')
const broadcast = (message: Message) => channel?.postMessage(message)

/** Notifies the other tabs of a log-in or log-out. */
export const notifyTabs = (user: User | null) => broadcast({ kind: 'user', user })

/** The user of another open tab; null if none responds in time. */
export function requestUserOfTabs(): Promise<User | null> {
  if (!channel) return Promise.resolve(null)
  return new Promise((done) => {
    const finish = (user: User | null) => {
      clearTimeout(wait)
      channel.removeEventListener('message', listen)
      done(user)
    }
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'user' && data.user) finish(User.safeParse(data.user).data ?? null)
    }
    const wait = setTimeout(() => finish(null), 150)
    channel.addEventListener('message', listen)
    broadcast({ kind: 'who' })
  })
}

/** Answers the other tabs and follows their log-ins and log-outs; call it once. */
export function joinTabs() {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const { state, user } = getSession()
    if (data.kind === 'who') {
      if (user) notifyTabs(user)
    } else if (state === 'present' && !data.user) clearUser({ keepOrigin: false })
    else if (data.user && data.user.id !== user?.id && (state === 'present' || state === 'absent')) setUser(data.user)
  })
}
