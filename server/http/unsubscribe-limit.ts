import { networkOf } from './limits.ts'

/** How often one network may open links to unsubscribe or answer for a mail program: more than a mail server with many readers does. */
export const unsubscribeLimit = (ip: string) => [{ key: `unsubscribe:ip:${networkOf(ip)}`, most: 300, perSeconds: 600 }]
