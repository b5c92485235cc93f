/** How a message goes: the types of the log. */
export const channels = ['Email', 'SMS'] as const
export type Channel = (typeof channels)[number]
