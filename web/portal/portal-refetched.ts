/** The portal's own table of events, apart from the first load: it names every call of the portal. */
export const refetchedByPortal = async () => (await import('./portal-refetch.ts')).portalRefetched
