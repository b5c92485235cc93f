/** The URL of a list's file. */
export const fileAddress = (name: string) => `/api/exports/${name}` as const
