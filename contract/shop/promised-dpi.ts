/** The DPI that the shop promises for every raster original. */
export const promisedDpi = 350;
