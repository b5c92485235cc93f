/** The portal's table of events; a separate chunk, because it imports all portal APIs. */
export const refetchedByPortal = async () => (await import('./portal-refetch.ts')).portalRefetched
