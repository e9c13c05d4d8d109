/** Why a change of the team is refused. Only the screen that says one of them loads this. */
export const teamMessages = {
  needsProof: 'Enter your password and a new code to change who is an owner.',
  lastOwner: 'The studio needs at least one owner. Make somebody else an owner first.',
  isMember: 'This person is already on the team.',
  isInvited: 'This person is already invited. You can send a new link from the list.',
  hasJoined: 'This person has already accepted the invitation.',
  missing: 'This person is no longer on the team.',
  missingReset: 'This request was withdrawn, used or has expired.',
  ownReset: 'Another owner has to confirm your own request.',
} as const;
