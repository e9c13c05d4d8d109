/** Practice accounts; their password is `practice` and production refuses them. */
export const demoPassword = 'practice';
export const demoAccounts = [
  {
    email: 'buyer@pinwheel.example',
    firstName: 'Hazel',
    lastName: 'Button',
    licenseType: 'SMALL_BUSINESS',
    status: 'approved',
  },
  {
    email: 'fabric@pinwheel.example',
    firstName: 'Linden',
    lastName: 'Thread',
    licenseType: 'FABRIC_SHOP',
    status: 'approved',
  },
  {
    email: 'waiting@pinwheel.example',
    firstName: 'Rowan',
    lastName: 'Patch',
    licenseType: 'SMALL_BUSINESS',
    status: 'pending',
  },
] as const;
