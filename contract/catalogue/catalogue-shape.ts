/**
 * The shape of what a device keeps of the catalogue. Raise it with every change of a kept answer's
 * schema (a test tells): what was kept in another shape is asked for again.
 */
export const catalogueShape = 6;

/**
 * With this header a worker names the shape in which it checked a kept answer: a page of the same
 * shape need not check it again.
 */
export const checkedShapeHeader = 'X-Checked-Shape';
