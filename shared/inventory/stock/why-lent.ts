/** Why nothing can be booked at a location that has been lent to a customer, in words for the user; null if none was lent. */
export const whyLent = ([name]: readonly string[], act: string): string | null =>
  name === undefined ? null : `${name} is now a consignment location. ${act} once the location is your own again.`
