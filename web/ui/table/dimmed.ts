/** Style of rows that belong to an earlier query: greyed out, but readable. */
export const dimmedClass = 'grayscale [&_*]:text-muted!'
