/** The demo studio's accounts. Terminal and sign-in screen offer them while the demo is on; production refuses them. */
export const practiceAccounts = [
  {
    email: 'buyer@pinwheel.example',
    licenseType: 'SMALL_BUSINESS',
    status: 'approved',
    note: 'Approved, small business',
  },
  {
    email: 'fabric@pinwheel.example',
    licenseType: 'FABRIC_SHOP',
    status: 'approved',
    note: 'Approved, fabric shop',
  },
  {
    email: 'waiting@pinwheel.example',
    licenseType: 'SMALL_BUSINESS',
    status: 'pending',
    note: 'Waiting for approval',
  },
] as const;

export const practicePassword = 'practice';
