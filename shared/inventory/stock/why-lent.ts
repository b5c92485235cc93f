/** Why nothing is booked at a location that was lent to a customer since, in words for the user; null where none of them was. */
export const whyLent = ([name]: readonly string[], act: string): string | null =>
  name === undefined ? null : `${name} is a consignment location by now. ${act} once the location is your own again.`
