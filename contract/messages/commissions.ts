export const custom = {
  done: 'Custom order created successfully',
  submitting: 'Submitting...',
  queued: 'Your request is kept on this device and sent as soon as the shop can be reached.',
  noData: 'Failed to create custom order',
  failed: 'An error occurred',
  closed: 'We are not taking custom requests right now.',
  newsOn: 'We will mail you when customs open.',
  newsOff: 'You will get no more mail when customs open.',
  newsFailed: 'Your choice could not be saved.',
} as const;

/** The server's texts about pictures; no screen has them. */
export const picture = {
  imageFormat: 'This picture cannot be read. Please send it as JPEG, PNG, WebP or AVIF.',
  imageHeic: 'HEIC pictures cannot be read. Please send this one as JPEG.',
  imageBroken: 'This picture is damaged. Please send it again.',
  imageMoving: 'Moving pictures cannot be taken. Please send a still one.',
  imagePixels: 'This picture has too many pixels. Please send a smaller one.',
  imageBytes: 'A picture can have at most 10 MB.',
  imageCount: 'At most 10 pictures can be sent.',
  imagesFull: 'We cannot take more pictures right now. Please send your request without them.',
  imagesBytes: 'All pictures together can have at most 40 MB.',
  brokeOff: 'The upload broke off. Please try again.',
  busy: 'Very many pictures are being sent right now. Please try again.',
} as const;
