/** Where the file of a list is fetched; pages need to know no more of it. */
export const fileAddress = (name: string) => `/api/exports/${name}` as const
