/**
 * The version of the shape in which a device stores catalogue answers. Raise it with every change of a stored
 * answer's schema (a test checks this). What is stored in another shape counts only as far as it fits the new
 * one, and is requested again once the shop can be reached.
 */
export const catalogueShape = 26;

/**
 * The response header in which the worker names the shape it checked a stored answer against. A page of the
 * same shape skips the check.
 */
export const checkedShapeHeader = 'X-Checked-Shape';
