/** Whether this is `npm test`, in which what draws at random draws less, and what tries everything tries a part. */
export const isQuick = process.env.MODE === 'quick';
