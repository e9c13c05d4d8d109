/** About publishing a shop text. Separate from the calls, which the studio's first script has. */
export const publishMessages = {
  same: 'This is the same as the version in force. Change something first.',
  termsOfOwners:
    'Only owners can publish the terms, because buyers accept them when they pay. You can read them here.',
} as const;
