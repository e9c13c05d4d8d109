/** An id that nothing else has. */
export const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24);
