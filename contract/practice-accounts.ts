/** The demo studio's accounts, which the sign-in screen offers while the demo is on; production refuses them. */
export const practiceAccounts = [
  { email: 'buyer@pinwheel.example', note: 'Approved, small business' },
  { email: 'fabric@pinwheel.example', note: 'Approved, fabric shop' },
  { email: 'waiting@pinwheel.example', note: 'Waiting for approval' },
] as const;

export const practicePassword = 'practice';
