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
  emailOffline:
    'The shop can’t be reached, so your e-mail is unchanged. Try again when you are online.',
  emailUndone: 'Your e-mail address is restored',
  undoFailed: 'The shop can’t be reached, so nothing is undone yet. Try again when you are online.',
  undoEnded:
    'This link no longer works. It works once, within 72 hours of the change. If you’ve lost control of your account, please write to the studio.',
  emailTooOften: 'Your e-mail was changed three times in the last 72 hours.',
  licenceDone: 'License information updated successfully',
  wrongPassword: 'Incorrect password.',
  deleted: 'Your account has been deleted.',
  deleteFailed: 'Failed to delete account',
  dataFailed: 'Failed to download your data',
  deviceNamed: 'Name saved',
  deviceSignedOut: 'Signed out',
  deviceFailed: 'Your devices couldn’t be changed. Try again when you are online.',
  newsNotAllowed:
    'Your browser didn’t allow notifications. Switch this on again to be asked again.',
  newsFailed: 'Your choice couldn’t be saved. Try again when you are online.',
  deleteAfterUndo:
    'Your e-mail was changed in the last 72 hours, and your old address can still undo that. Please delete your account after that.',
  deleteLater:
    'A payment of yours is still being processed. Please delete your account once it’s complete.',
} as const;
