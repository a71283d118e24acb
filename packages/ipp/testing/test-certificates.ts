/** Two self-signed certificates as printers have them, for tests alone: valid for a hundred years, trusted by nobody. */
import { createHash, X509Certificate } from 'node:crypto';

/** What a TLS server takes, and the SHA-256 of its certificate in lower-case hexadecimal. */
export interface TestCertificate {
  key: string;
  cert: string;
  fingerprint: string;
}

const withFingerprint = (key: string, cert: string): TestCertificate => ({
  key,
  cert,
  fingerprint: createHash('sha256').update(new X509Certificate(cert).raw).digest('hex'),
});

export const testCertificate = withFingerprint(
  `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdBJHDRnBkih30egl
ziwBfYzUFWct+PLLRZpb/8Ld0iGhRANCAAT9L35yIlvSW6iO2mfhsHhgRRO1UNhT
p9v98vCKo+++pBd1z2DId2W2m6EswuMC/iSNt99JUHeOFTiTpLHj9pxU
-----END PRIVATE KEY-----`,
  `-----BEGIN CERTIFICATE-----
MIIBkzCCATmgAwIBAgIURwxl9dMqQHbEY0ZM80m6C50XflkwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTcGxhdGVuLXRlc3QtcHJpbnRlcjAgFw0yNjExMjEwMjU2NDVa
GA8yMTI2MTAyODAyNTY0NVowHjEcMBoGA1UEAwwTcGxhdGVuLXRlc3QtcHJpbnRl
cjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABP0vfnIiW9JbqI7aZ+GweGBFE7VQ
2FOn2/3y8Iqj776kF3XPYMh3ZbaboSzC4wL+JI2330lQd44VOJOkseP2nFSjUzBR
MB0GA1UdDgQWBBSoOW5yzqmwJFHMsREpIcIHgIJSfzAfBgNVHSMEGDAWgBSoOW5y
zqmwJFHMsREpIcIHgIJSfzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
MEUCIF53Ht0aNOQ4fdquHbGipOibcuLJ5lHPgZ7hAf9hEL+mAiEAoC3zCSz+Yuow
J8EXJb5nGoBp/K3G8H0KkhpNmKDsbhQ=
-----END CERTIFICATE-----`,
);

/** What the same printer shows after somebody reset it, or another machine in its place. */
export const otherCertificate = withFingerprint(
  `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOI7k18Z7OmBfHpbm
oDQkKupOnffE5YC6YIhw6O2VicuhRANCAAQS/+UBt0GNbjOgT5hUsBq3yD9V4KYY
1xGB3+GscvoHHJ/vurghayDj3xQEb05m+UC94VX1xesUZmolBJPYwA2Q
-----END PRIVATE KEY-----`,
  `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUZMS9BITBuplneOHsE1NAi9Pc9LgwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUcGxhdGVuLW90aGVyLXByaW50ZXIwIBcNMjYxMTIxMDk0MDIy
WhgPMjEyNjEwMjgwOTQwMjJaMB8xHTAbBgNVBAMMFHBsYXRlbi1vdGhlci1wcmlu
dGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEv/lAbdBjW4zoE+YVLAat8g/
VeCmGNcRgd/hrHL6Bxyf77q4IWsg498UBG9OZvlAveFV9cXrFGZqJQST2MANkKNT
MFEwHQYDVR0OBBYEFA5RoQ8dg++2AbBXubPjiij3EvA5MB8GA1UdIwQYMBaAFA5R
oQ8dg++2AbBXubPjiij3EvA5MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIhANGTTkgv3MD/jfB/Uy9Z3aYoOIKn8K4rnZFO7mfhD513AiBzTzSLJ4Wh
rhwxW2/3Uohm07xlppgKXaoaB8sWqk13Ig==
-----END CERTIFICATE-----`,
);
