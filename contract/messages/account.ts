export const signUp = {
  firstName: 'First Name is required',
  lastName: 'Last Name is required',
  email: 'Email is required',
  emailPattern: 'Invalid email address',
  licenseType: 'License Type is required',
  businessVerificationLink: 'Business Verification Link is required',
  password: 'Password is required',
  passwordMin: 'Password must be at least 6 characters long',
  confirmPassword: 'Confirm password is required',
  confirmDiffers: 'Passwords do not match',
  failed: 'An error occurred',
  done: 'Sign up successful',
} as const;

export const signIn = {
  email: 'Email is required',
  emailPattern: 'Invalid email address',
  password: 'Password is required',
  passwordMin: 'Password must be at least 6 characters',
  failed: 'Something went wrong',
  done: 'Login Successful',
} as const;

export const forgot = {
  email: 'Email is required',
  emailPattern: 'Enter a valid email',
  failed: 'Something went wrong',
  done: 'Otp sent to your email',
} as const;

export const otp = { failed: 'Something went wrong', done: 'Otp verified successfully' } as const;

export const reset = {
  password: 'Password is required',
  passwordMin: 'Password must be atleast 6 characters long',
  confirmPassword: 'Confirm password is required',
  confirmDiffers: 'Password do not match',
  failed: 'Something went wrong',
  done: 'Password reset successfully',
} as const;

export const profile = {
  done: 'Profile Updated Successfully',
  failed: 'Failed to update profile',
  passwordDone: 'Password Updated Successfully',
  passwordFailed: 'Failed to update password',
  emailDone: 'Email Updated Successfully',
  emailFailed: 'Failed to update email',
  licenceDone: 'License information updated successfully',
  wrongPassword: 'This is not your password.',
  deleted: 'Your account is deleted.',
  deleteFailed: 'Failed to delete account',
  dataFailed: 'Failed to download your data',
  deleteLater:
    'A payment of yours is still being processed. Please delete your account when it is through.',
} as const;
