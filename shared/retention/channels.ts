/** The channels of messages: the types in the log. */
export const channels = ['Email', 'SMS'] as const
export type Channel = (typeof channels)[number]
