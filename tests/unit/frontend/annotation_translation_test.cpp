#include "analysis/frontend/annotation_translation.hpp"

#include <gtest/gtest.h>
#include <sstream>

namespace vouch::frontend {
namespace {

/// The tokens are what stands between blanks.
std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) {
    result.push_back(word);
  }
  return result;
}

std::string translated(const std::string& annotation) {
  const auto result = translated_annotation(words(annotation));
  if (!result) {
    return "not understood: " + result.error().message;
  }
  std::string text;
  for (const AnnotationToken& token : *result) {
    text += (text.empty() ? "" : " ") + token.text;
  }
  return text;
}

struct Case {
  std::string annotation;
  std::string statement;
};

class Annotation : public testing::TestWithParam<Case> {};

TEST_P(Annotation, MeansThatInC) { EXPECT_EQ(translated(GetParam().annotation), GetParam().statement); }

const std::string yes = "__vouch_annotated_assert ( ! ! ( ";
const std::string asks = "__vouch_annotated ( ! ! ( ";

INSTANTIATE_TEST_SUITE_P(
    Formulas, Annotation,
    testing::Values(Case{"x > 0", yes + "x > 0 ) ) ;"}, //
                    Case{"( x ) > ( 0 )", yes + "( x ) > ( 0 ) ) ) ;"},
                    Case{"! ( a < b )", yes + "! ( ! ! ( ( a < b ) ) ) ) ) ;"},
                    Case{"0 <= i < n", yes + "( 0 <= i ) && ( i < n ) ) ) ;"},
                    Case{"a == b == c", yes + "( a == b ) && ( b == c ) ) ) ;"},
                    Case{"a || b", yes + "( ( ! ! ( a ) ) || ( ! ! ( b ) ) ) ) ) ;"},
                    Case{"a <==> b", yes + "( ( ! ! ( a ) ) == ( ! ! ( b ) ) ) ) ) ;"},
                    Case{"a ^^ b", yes + "( ( ! ! ( a ) ) != ( ! ! ( b ) ) ) ) ) ;"},
                    Case{"p != \\null", yes + "p != ( ( void * ) 0 ) ) ) ;"}, //
                    Case{"\\false", yes + "0 ) ) ;"}, Case{"a && b", "{ " + yes + "a ) ) ; " + yes + "b ) ) ; }"},
                    Case{"a ==> b", "if ( __vouch_annotated ( ! ! ( a ) ) ) " + yes + "b ) ) ;"},
                    // To the right, and weaker than all of the others.
                    Case{"a ==> b ==> c || d",
                         "if ( __vouch_annotated ( ! ! ( a ) ) ) if ( __vouch_annotated ( ! ! ( b ) ) ) " + yes +
                             "( ( ! ! ( c ) ) || ( ! ! ( d ) ) ) ) ) ;"},
                    Case{"( a ==> b ) || c",
                         yes + "( ( ! ! ( ( ( ! ( ! ! ( a ) ) || ( ! ! ( b ) ) ) ) ) ) || ( ! ! ( c ) ) ) ) ) ;"}));

INSTANTIATE_TEST_SUITE_P(
    Quantified, Annotation,
    testing::Values(Case{"\\forall integer k ; 0 <= k < n ==> a [ k ] == 0",
                         "for ( __typeof__ ( ( 0 ) + ( n ) ) k = 0 ; " + asks + "( k ) < ( n ) ) ) ; k ++ ) " + yes +
                             "a [ k ] == 0 ) ) ;"},
                    Case{"\\forall int k ; n > k >= 0 ==> p",
                         "for ( int k = _Generic ( ( 0 ) + ( n ) , int : ( 0 ) ) ; " + asks +
                             "( k ) < ( n ) ) ) ; k ++ ) " + yes + "p ) ) ;"},
                    // The largest value of the type would be passed.
                    Case{"\\forall integer k ; 0 <= k <= n ==> p",
                         "for ( long long k = _Generic ( ( 0 ) + ( n ) , int : ( 0 ) , unsigned : ( 0 ) ) ; " + asks +
                             "( k ) <= ( n ) ) ) ; k ++ ) " + yes + "p ) ) ;"},
                    // Where a bound is no number, nobody knows how C compares it.
                    Case{"\\forall integer k ; m <= k && k < n ==> p",
                         "if ( " + asks + "( m ) < ( n ) ) ) ) for ( __typeof__ ( ( m ) + ( n ) ) k = m ; " + asks +
                             "( k ) < ( n ) ) ) ; k ++ ) " + yes + "p ) ) ;"},
                    Case{"\\forall integer i , j ; 0 <= i < j < n ==> p",
                         "for ( __typeof__ ( ( 0 ) + ( n ) ) i = 0 ; " + asks + "( i ) < ( n ) ) ) ; i ++ ) if ( " +
                             asks + "( i ) < ( n ) ) ) ) for ( __typeof__ ( ( i ) + ( n ) ) j = i ; " + asks +
                             "( j ) < ( n ) ) ) ; j ++ ) if ( " + asks + "( 0 <= i ) && ( i < j ) && ( j < n ) ) ) ) " +
                             yes + "p ) ) ;"},
                    Case{"n > 0 ==> ( \\forall integer k ; 0 <= k < n ==> p )",
                         "if ( __vouch_annotated ( ! ! ( n > 0 ) ) ) for ( __typeof__ ( ( 0 ) + ( n ) ) k = 0 ; " +
                             asks + "( k ) < ( n ) ) ) ; k ++ ) " + yes + "p ) ) ;"}));

INSTANTIATE_TEST_SUITE_P(
    NotUnderstood, Annotation,
    testing::Values(Case{"\\exists integer k ; p", "not understood: \"\\exists\""},
                    Case{"! ( \\forall integer k ; 0 <= k < n ==> p )", "not understood: \"\\forall\""},
                    Case{"\\forall integer k ; p", "not understood: \"\\forall\" without a range"},
                    Case{"\\forall integer k ; k < n ==> p",
                         "not understood: a variable without a range from both sides, \"k\""},
                    Case{"\\forall unsigned char k ; 0 <= k < n ==> p",
                         "not understood: a quantified variable of another type than \"integer\" and \"int\""},
                    Case{"\\valid ( p )", "not understood: \"\\valid\""},
                    Case{"a < b > c", "not understood: a chain of comparisons in both directions"},
                    Case{"f [ 0 <= i < n ]", "not understood: a formula inside of a term"},
                    Case{"a ? b : c ==> d", "not understood: \"?\" beside \"==>\""},
                    Case{"( a", "not understood: an expression that is not complete"},
                    Case{"", "not understood: nothing"}, Case{"a &&", "not understood: nothing"}));

TEST(AnnotationTokens, StandForThoseOfTheAnnotation) {
  const std::vector<std::string> annotation = words("0 <= i < n");
  const auto result = translated_annotation(annotation);
  ASSERT_TRUE(result);
  for (const AnnotationToken& token : *result) {
    ASSERT_LT(token.origin, annotation.size());
    if (token.text == "n" || token.text == "i" || token.text == "<=") {
      EXPECT_EQ(annotation[token.origin], token.text);
    }
  }
}

} // namespace
} // namespace vouch::frontend
