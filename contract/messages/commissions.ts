export const custom = {
  done: 'Custom order created successfully',
  submitting: 'Submitting...',
  queued: 'Your request is saved on this device and will be sent when the connection is back.',
  noData: 'Failed to create custom order',
  failed: 'An error occurred',
  closed: 'We are not taking custom requests right now.',
  newsOn: 'We’ll e-mail you when custom requests open.',
  newsOff: 'We won’t e-mail you when custom requests open.',
  newsFailed: 'Your choice couldn’t be saved.',
} as const;

/** The server's texts about pictures; no screen has them. */
export const picture = {
  imageFormat: 'This image can’t be read. Please use JPEG, PNG, WebP or AVIF.',
  imageHeic: 'HEIC images aren’t supported. Please use JPEG.',
  imageBroken: 'This image is damaged. Please try another copy.',
  imageMoving: 'Animated images aren’t supported. Please use a still image.',
  imagePixels: 'This image has too many pixels. Please use a smaller one.',
  imageBytes: 'Each image can be up to 10 MB.',
  imageCount: 'You can send up to 10 images.',
  imagesFull: 'We can’t accept images right now. Please send your request without them.',
  imagesBytes: 'Images can total up to 40 MB.',
  brokeOff: 'The upload was interrupted. Please try again.',
  busy: 'Too many uploads right now. Please try again in a moment.',
} as const;
